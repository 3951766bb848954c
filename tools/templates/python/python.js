// Python in the page: a worker draws the explorers, for all combinations of controls. Python is
// fetched when a control is first touched. Until it is ready, or if it cannot be fetched, live.js
// shows the frames.
{
  const here = document.currentScript.src, address = path => new URL(path, here).href;
  const calls = new Map(), sessions = new Map();
  const note = (figure, ...parts) => figure.querySelector(".one").replaceChildren(...parts);
  const bar = () => element("progress", {className: "fetched", max: 30e6, value: fetched, ariaLabel: "Fetched"});
  const KINDS = {Button: "button", Text: "input", Textarea: "textarea", IntProgress: "progress", HTML: "span"};
  let worker, begun, fetched = 0;

  function end(reason) {
    worker?.terminate();
    worker = undefined;
    calls.forEach(([, fail]) => fail(Error(reason)));
    calls.clear();
    for (const {figure, give} of sessions.values()) {
      note(figure, `Python has stopped (${reason}). The pictures drawn beforehand go on.`);
      give();
    }
    sessions.clear();
    live.python = undefined;
  }

  const ask = (call, ...given) => new Promise((come, fail) => {
    if (!worker) return fail(Error("it has stopped"));
    calls.set(calls.size ? Math.max(...calls.keys()) + 1 : 1, [come, fail]);
    return worker.postMessage({id: [...calls.keys()].pop(), call, given});
  });

  function hear({data}) {
    if (data.bytes) {
      fetched = data.bytes;
      return document.querySelectorAll("progress.fetched").forEach(one => { one.value = fetched; });
    }
    if (data.state) return sessions.get(data.key)?.paint(JSON.parse(data.state), data.picture);
    const [come, fail] = calls.get(data.id) ?? [];
    calls.delete(data.id);
    if (data.error === undefined) return come?.(data.answer);
    fail?.(Error(data.error));
    return data.ended && begun.ready ? end(data.error) : undefined;
  }

  async function begin() {
    worker = new Worker(address("worker.mjs"), {type: "module"});
    worker.onmessage = hear;
    worker.onerror = event => end(event.message || "the browser did not start it");
    const {pyodide, packages} = {{ settings }};
    const paths = packages.map(one => one.includes("/") ? address(one) : one);
    await ask("begin", {pyodide: address(pyodide), packages: paths, script: address("in_page.py")});
    begun.ready = true;
  }

  // Make the fields, buttons and progress bars beside the controls once, and then update them.
  function fill(box, parts, change) {
    if (!box.children.length) box.append(...parts.map(({kind, name, hint}, k) => {
      const part = element(KINDS[kind], kind === "Button" ? {type: "button", textContent: name} : {ariaLabel: name});
      if (hint) part.placeholder = hint;
      part.addEventListener(kind === "Button" ? "click" : "change", () => change(k, part.value ?? ""));
      return part;
    }));
    parts.forEach(({kind, value, most, disabled}, k) => {
      const part = box.children[k];
      if (kind === "HTML") part.innerHTML = value;
      else if (kind !== "Button" && part !== document.activeElement) part.value = value;
      if (most) part.max = most;
      part.disabled = disabled;
    });
  }

  const started = () => begun ??= begin().catch(error => { begun = undefined; throw error; });
  if (location.protocol.startsWith("http")) live.python = {
    async run(sources, at) {
      await started();
      this.ready = true;
      return JSON.parse(await ask("run", JSON.stringify(sources), at));
    },
    bar,
    session(figure, paint, give) {
      const {key, explorer, settings} = figure.dataset, me = {draws: false};
      let pending, running, url, count = 0;
      const json = text => JSON.stringify(text);
      const painted = (state, picture) => {
        me.draws = true;
        fill(figure.querySelector(".extras"), state.extras, (k, text) => ask("change", key, k, text));
        if (!state.controls) return;
        if (picture) {
          URL.revokeObjectURL(url);
          url = URL.createObjectURL(new Blob([picture], {type: "image/png"}));
        }
        paint({...state, picture: picture && url, settled: !pending, count: ++count});
      };
      return Object.assign(me, {
        async open(chosen) {
          note(figure, "Python is being fetched, about 30 MB, once. ", bar(), " Until it is here, the pictures drawn beforehand answer.");
          sessions.set(key, {figure, give, paint: painted});
          try {
            await started();
            await ask("show", key, explorer, settings, json(chosen()));
          } catch (error) {
            sessions.delete(key);
            throw error;
          }
          note(figure, "Python draws this picture now, so you can combine all its controls.");
        },
        set(changed) {
          pending = {...pending, ...changed};
          return running ??= (async () => {
            try {
              while (pending) {
                const now = json(pending);
                pending = undefined;
                await ask("move", key, now);
              }
            } finally { running = undefined; }
          })();
        },
        press: name => ask("press", key, name),
        link: pairs => ask("link", key, json(pairs)),
        table: async name => JSON.parse(await ask("table", key, name)),
        changed: async () => JSON.parse(await ask("changed", key)),
      });
    },
  };
  else for (const figure of document.querySelectorAll(".live[data-explorer]"))
    note(figure, "These pictures were drawn beforehand. A page that is opened from a disk cannot fetch Python, which draws all combinations.");
  if (location.hash) dispatchEvent(new Event("hashchange"));  // a link that only Python can draw
}
