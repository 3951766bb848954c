// Pictures that move without Python. Some states of an explorer were drawn when the page was made.
// A folder beside the page holds them, and pictures.js in it describes each. It is loaded when a
// control is first touched. On the site, python.js puts Python into `live.python`, which then draws.
const live = {
  come: {},
  loading: {},  // by key
  describe(key, all) { this.come[key](all); },
  load(key, at) {
    return this.loading[key] ??= new Promise((come, fail) => {
      this.come[key] = come;
      document.head.append(
        Object.assign(document.createElement("script"), {src: `${at}/pictures.js`, onerror: fail}));
    });
  },
};

const answered = new Set();
const place = control => control.type === "checkbox" ? Number(control.checked)
  : control.selectedIndex ?? Number(control.value);
const put = (control, index) => {
  if (control.type === "checkbox") control.checked = index;
  else if (control.selectedIndex === undefined) control.value = index;
  else control.selectedIndex = index;
};

const MISSING = "The pictures of this page are missing: the folder frames belongs beside it.";

function start(figure) {
  const {at, key, until} = figure.dataset;
  const find = selector => figure.querySelector(selector);
  const controls = [...figure.querySelectorAll("[data-control]")];
  const image = find("img"), first = image.src, spoken = find(".spoken"), play = find(".play");
  const ready = new Map();
  let all, ways, now = 0, wanted = 0, moved, speaking, playing, python;

  find(".old").remove();
  const name = k => controls[k].dataset.control;
  const frame = number => {
    if (!ready.has(number)) ready.set(number, element("img", {src: `${at}/${number}.webp`}));
    return ready.get(number);
  };
  const say = text => {
    clearTimeout(speaking);
    spoken.classList.add("missing");
    spoken.textContent = text;
  };
  async function load() {
    all = await live.load(key, at).catch(() => {
      say(MISSING);
      throw Error(`${at}/pictures.js is missing`);
    });
    ways ??= controls.map((_, k) => lead(k));
  }

  // Return the pictures to which a control leads, one for each stop. All other controls stay. If that
  // gives only one picture, the maximum number of them stays. A list or a switch keeps all its stops.
  function lead(k) {
    const here = all.words[now].at, found = new Map();
    all.words.forEach(({at}, number) => {
      const kept = at.filter((stop, j) => j !== k && stop === here[j]).length;
      if (!(found.get(at[k])?.kept >= kept)) found.set(at[k], {number, kept, stop: at[k]});
    });
    const sorted = [...found.values()].sort((one, other) => one.stop - other.stop);
    let kept = controls[k].type === "range" ? here.length : 0, some;
    do some = sorted.filter(one => one.kept >= kept); while (some.length < 2 && kept-- > 0);
    return some;
  }

  function tell({facts, text, code}) {
    find(".numbers").replaceChildren(...Object.entries(facts).map(([name, value]) => {
      const span = element("span");
      span.append(`${name} `, element("b", {textContent: value}));
      return span;
    }));
    find(".code pre").textContent = code;
    image.alt = text;
    clearTimeout(speaking);  // screen readers say it when the hand rests
    spoken.classList.remove("missing");
    speaking = setTimeout(() => { spoken.textContent = text; }, 400);
    if (find(".table").open) tabulate();
  }

  const label = (k, text) => {
    controls[k].nextElementSibling.textContent = text;
    controls[k].setAttribute("aria-valuetext", text);
  };

  // Name the controls that have moved although the hand did not move them.
  function tellOthers(before) {
    const stops = all.words[now].at, k = controls.indexOf(moved);
    const others = stops.flatMap((stop, j) => k >= 0 && j !== k && stop !== before[j]
      ? `${name(j)} to ${all.sliders[j].labels[stop]}` : []);
    const text = `Moving ${k < 0 || name(k)} took ${others.join(" and ")}: this page has only some of all combinations.`;
    find(".others").textContent = others.length ? text : "";
    controls.forEach((control, j) => {
      label(j, all.sliders[j].labels[stops[j]]);
      if (control === moved) return;
      ways[j] = lead(j);
      if (control.type === "range") control.max = ways[j].length - 1;
      put(control, ways[j].findIndex(one => one.stop === stops[j]));
    });
  }

  async function show(number) {
    wanted = number;
    await load();
    const next = frame(number);
    if (number && !next.complete) await next.decode().catch(() => {});
    if (wanted !== number || python?.draws) return;
    if (number && !next.naturalWidth) return say(MISSING);
    const before = all.words[now].at;
    now = number;
    image.src = number ? next.src : first;
    tellOthers(before);
    tell(all.words[number]);
    figure.dataset.shown = number;
  }

  async function touch(control) {
    wake();
    await load();
    ways[controls.indexOf(control)].forEach(one => frame(one.number));
  }

  async function move(control) {
    moved = control;
    if (python?.draws) return python.set({[control.dataset.control]: place(control)});
    await touch(control);
    return show(ways[controls.indexOf(control)][place(control)].number);
  }

  // Start Python, if the page has it. It takes over from the frames when it is ready.
  async function wake(settings) {
    if (!live.python || python) return;
    python = live.python.session(figure, paint, give);
    await load();
    try {
      await python.open(() => settings ?? chosen());
    } catch ({message}) {
      find(".one").textContent = `Python could not be loaded (${message}). The pictures drawn beforehand go on.`;
      if (settings) say("The link asks for what only Python can draw, and it could not be loaded.");
      live.python = undefined;
    }
  }

  const chosen = () => Object.fromEntries(
    controls.map((_, k) => [name(k), all.sliders[k].values[all.words[now].at[k]]]));

  // After Python has stopped, go back to the frames, unless they are still shown.
  function give() {
    if (!python.draws) return;
    python.draws = false;
    moved = undefined;
    show(0);
  }

  function paint(state) {
    if (state.picture) image.src = state.picture;
    find(".others").textContent = "";
    controls.forEach((control, k) => {
      const {labels, least, most, step, at, shown} = state.controls[k];
      if (control.options && control.length !== labels.length)
        control.replaceChildren(...labels.map(text => new Option(text)));
      if (control.type === "range") Object.assign(control, {min: least, max: most, step});
      if (control !== moved || state.settled) put(control, at);
      label(k, shown);
    });
    if (play) play.hidden = play.dataset.plays === "step";
    if (state.error) say(state.error);
    else tell(state);
    figure.dataset.drawn = state.count;
  }

  async function tabulate() {
    await load();
    const k = Math.max(0, controls.indexOf(moved)), {labels} = all.sliders[k];
    const rows = python?.draws ? await python.table(name(k)) : ways[k].map(
      ({stop, number}) => [labels[stop], all.words[number].facts]);
    const table = element("table", {className: "scroll"});
    const row = (kind, cells) => {
      const line = table.insertRow();
      line.append(...cells.map(textContent => element(kind, {textContent})));
    };
    row("th", [name(k), ...Object.keys(rows[0][1])]);
    rows.forEach(([label, facts]) => row("td", [label, ...Object.values(facts)]));
    find(".table").replaceChildren(find(".table summary"), table);
    reach();
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    play.textContent = play.dataset.name;
    play.setAttribute("aria-pressed", false);
  }

  function toggle() {
    if (playing) return stop();
    const control = controls.find(one => one.dataset.control === play.dataset.plays);
    if (place(control) === Number(control.max)) put(control, control.min);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", true);
    playing = setInterval(() => {
      put(control, place(control) + Number(control.step || 1));
      move(control);
      if (place(control) >= Number(control.max)) stop();
    }, 120);
  }

  // Keep what the hand has set in the address, so that a link can lead to this state.
  async function write() {
    if (!figure.id) return;
    const {at} = all.words[0];
    const set = python?.draws ? await python.changed() : controls.flatMap((_, k) => {
      const stop = all.words[now].at[k];
      return stop === at[k] ? [] : [[name(k), all.sliders[k].values[stop]]];
    });
    const text = set.map(pair => pair.map(encodeURIComponent).join("=")).join("&");
    history.replaceState(null, "", `#${figure.id}${text && ":"}${text}`);
  }

  async function read() {
    const [, id, settings] = /^#(\w+):(.+)$/.exec(location.hash) ?? [];
    if (!figure.id || id !== figure.id) return;
    await load();
    figure.scrollIntoView();
    let set;
    try {
      set = settings.split("&").map(part => part.split(/=(.*)/s, 2).map(decodeURIComponent));
    } catch {
      return say("The link has signs in it that no address has; the picture is where it opens.");
    }
    const button = set.length === 1 && set[0][0] === "preset" && [...figure.querySelectorAll("[data-picture]")]
      .find(one => one.textContent === set[0][1]);
    if (button) return button.click();
    const stops = [...all.words[0].at], same = (one, text) => String(one) === text || (text.trim() && one === Number(text));
    const known = set.every(([asked, text]) => {
      const k = controls.findIndex((_, k) => name(k) === asked);
      stops[k] = all.sliders[k]?.values.findIndex(one => same(one, text ?? ""));
      return stops[k] >= 0;
    });
    const number = known ? all.words.findIndex(one => one.at.every((stop, k) => stop === stops[k])) : -1;
    moved = undefined;
    if (number >= 0 && !python?.draws) return show(number);
    if (!live.python) return say(`The link asks for ${set.map(pair => pair.join("=")).join(", ").slice(0, 80)}. `
      + "This page has no picture of that; JupyterLab draws it.");
    say("Python is loading to draw what the link asks for.");
    await wake({});
    return python.draws && python.link(set).catch(({message}) => say(`The link: ${message}`));
  }

  const cover = () => {
    const waits = Boolean(until) && !figure.dataset.open && !answered.has(until);
    figure.classList.toggle("covered", waits);
    find(".cover").hidden = !waits;
  };

  for (const control of controls) {
    for (const kind of ["pointerdown", "focus"])
      control.addEventListener(kind, () => touch(control).catch(() => {}));
    let moving;
    control.addEventListener("input", () => {
      if (playing) stop();
      moving = move(control).catch(() => {});
    });
    control.addEventListener("change", () => moving?.then(write));
  }
  for (const button of figure.querySelectorAll("[data-picture]"))
    button.addEventListener("click", () => {
      if (playing) stop();
      moved = undefined;
      const reset = button.dataset.picture === "0";
      (python?.draws ? python.press(reset ? "" : button.textContent) : show(Number(button.dataset.picture)))
        .then(write).then(() => wake()).catch(() => {});
    });
  play?.addEventListener("click", toggle);
  find(".table").addEventListener("toggle", event => { if (event.target.open) tabulate(); });
  find(".cover button").addEventListener("click", () => { figure.dataset.open = true; cover(); });
  addEventListener("answered", cover);
  addEventListener("hashchange", () => read().catch(() => {}));
  cover();
  read().catch(() => {});
}

addEventListener("toggle", event => {
  const {predict} = event.target.dataset;
  if (!predict || !event.target.open) return;
  answered.add(predict);
  for (const other of event.target.parentElement.querySelectorAll("[data-predict]"))
    if (other !== event.target) other.open = false;  // for browsers that do not know details by name
  dispatchEvent(new Event("answered"));
}, true);
document.querySelectorAll(".live").forEach(start);
