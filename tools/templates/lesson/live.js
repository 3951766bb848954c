// Pictures that move without Python. All frames of an explorer were drawn when the page was made;
// a folder beside the page holds them, and pictures.js in it describes each. It is loaded when a
// control is first touched.
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

function start(figure) {
  const {at, key, until} = figure.dataset;
  const find = selector => figure.querySelector(selector);
  const controls = [...figure.querySelectorAll("[data-control]")];
  const image = find("img"), first = image.src, spoken = find(".spoken"), play = find(".play");
  const ready = new Map();
  let wanted = 0, moved, speaking, playing;

  const place = control => control.selectedIndex ?? Number(control.value);
  const put = (control, index) => {
    if (control.selectedIndex === undefined) control.value = index;
    else control.selectedIndex = index;
  };
  const frame = number => {
    if (!ready.has(number)) ready.set(number, Object.assign(new Image(), {src: `${at}/${number}.webp`}));
    return ready.get(number);
  };
  const load = () => live.load(key, at).catch(() => {
    spoken.classList.add("missing");
    spoken.textContent = "The pictures of this page are missing: the folder frames belongs beside it.";
    throw Error(`${at}/pictures.js is missing`);
  });

  function tell(all, number) {
    const {numbers, text, story, code, shown, at} = all.words[number];
    controls.forEach((control, k) => {
      if (control !== moved) put(control, at[k]);
      control.nextElementSibling.textContent = shown[k];
      control.setAttribute("aria-valuetext", shown[k]);
    });
    find(".numbers").replaceChildren(...numbers.map(([name, value]) => {
      const span = document.createElement("span"), strong = document.createElement("b");
      strong.textContent = value;
      span.append(`${name} `, strong);
      return span;
    }));
    find(".story").innerHTML = story;
    find(".code pre").textContent = code;
    image.alt = text;
    clearTimeout(speaking);  // spoken when the hand rests
    spoken.classList.remove("missing");
    speaking = setTimeout(() => { spoken.textContent = text; }, 400);
    if (find(".table").open) tabulate();
  }

  async function show(number) {
    wanted = number;
    const all = await load(), next = frame(number);
    if (number && !next.complete) await next.decode().catch(() => {});
    if (wanted !== number) return;
    image.src = number ? next.src : first;
    tell(all, number);
    figure.dataset.shown = number;
  }

  async function touch(control) {
    const all = await load();
    all.sliders[controls.indexOf(control)].pictures.forEach(frame);
    return all;
  }

  async function move(control) {
    moved = control;
    const index = place(control), all = await touch(control);
    return show(all.sliders[controls.indexOf(control)].pictures[index]);
  }

  async function tabulate() {
    const {sliders, words} = await load(), control = moved ?? controls[0];
    const {labels, pictures} = sliders[controls.indexOf(control)];
    const table = Object.assign(document.createElement("table"), {className: "scroll"});
    const row = (kind, cells) => {
      const line = table.insertRow();
      for (const text of cells)
        line.append(Object.assign(document.createElement(kind), {textContent: text}));
    };
    row("th", [control.dataset.control, ...words[pictures[0]].numbers.map(pair => pair[0])]);
    pictures.forEach((number, k) => row("td", [labels[k], ...words[number].numbers.map(pair => pair[1])]));
    find(".table").replaceChildren(find(".table summary"), table);
    reach();
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", false);
  }

  function toggle() {
    if (playing) return stop();
    const control = controls.find(one => one.dataset.control === play.dataset.plays);
    if (place(control) === Number(control.max)) put(control, 0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", true);
    playing = setInterval(() => {
      put(control, place(control) + 1);
      move(control);
      if (place(control) === Number(control.max)) stop();
    }, 120);
  }

  // The address holds what the hand has set, so that a link leads to a picture in a state.
  const write = text => { if (figure.id) history.replaceState(null, "", `#${figure.id}${text}`); };

  async function read() {
    const [id, ...rest] = decodeURIComponent(location.hash.slice(1)).split(":");
    const settings = rest.join(":"), [name] = settings.split("="), value = settings.slice(name.length + 1);
    if (!figure.id || id !== figure.id || !settings) return;
    const all = await load(), k = controls.findIndex(control => control.dataset.control === name);
    const index = all.sliders[k]?.values.findIndex(
      one => String(one) === value || (value.trim() && one === Number(value)));
    const preset = [...figure.querySelectorAll("[data-picture]")].find(
      button => settings === `preset=${button.textContent}`);
    if (preset) await show(Number(preset.dataset.picture));
    else if (index >= 0) {
      put(controls[k], index);
      await move(controls[k]);
    } else {
      clearTimeout(speaking);
      spoken.classList.add("missing");
      spoken.textContent = `The link asks for ${settings.slice(0, 80)}. This page does not show that: `
        + "it moves one control at a time, to its own stops.";
    }
    figure.scrollIntoView();
  }

  // The question, for a slide's cover.
  const asked = name => {
    const copy = document.querySelector(`.question:has([data-predict=${name}])`)?.cloneNode(true);
    copy?.querySelectorAll("details").forEach(one => one.replaceWith(one.firstChild));
    return copy ?? "";
  };

  const cover = () => {
    const open = figure.dataset.open ? [] : until?.split(" ").filter(name => !answered.has(name)) ?? [];
    figure.classList.toggle("covered", open.length > 0);
    find(".cover").hidden = !open.length;
    find(".asked").replaceChildren(...open.map(asked));
  };

  for (const control of controls) {
    for (const kind of ["pointerdown", "focus"])
      control.addEventListener(kind, () => touch(control).catch(() => {}));
    control.addEventListener("input", () => { if (playing) stop(); move(control).catch(() => {}); });
    control.addEventListener("change", async () => {
      const {values} = (await load()).sliders[controls.indexOf(control)];
      write(`:${control.dataset.control}=${values[place(control)]}`);
    });
  }
  for (const button of figure.querySelectorAll("[data-picture]"))
    button.addEventListener("click", () => {
      if (playing) stop();
      moved = undefined;
      show(Number(button.dataset.picture)).catch(() => {});
      write(button.dataset.picture === "0" ? "" : `:preset=${encodeURIComponent(button.textContent)}`);
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
    if (other !== event.target) other.open = false;  // where browsers do not know details by name
  dispatchEvent(new Event("answered"));
}, true);
document.querySelectorAll(".live").forEach(start);
