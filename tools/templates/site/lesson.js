// What the site adds to a lesson: it says how Python is doing, and has two buttons.
const SECONDS_TO_READ = 15;
const LIBRARIES = "import numpy, matplotlib, posenc_helpers";
const OF_PYTHON = /pyodide|python|wasm|fetch|import|load/i;

const note = document.createElement("div");
note.id = "python-note";
note.innerHTML = '<span role="status"></span> <button type="button" hidden></button>';
note.style = `position: fixed; left: 50%; bottom: 2.5rem; transform: translateX(-50%);
  z-index: 10000; box-sizing: border-box; width: max-content; max-width: 94vw; padding: 0.6em 1.1em;
  border-radius: 0.4em; background: #1a1a1a; color: #fff; border: 1px solid #8a8a8a;
  font: 16px/1.4 system-ui, "Segoe UI", "Noto Sans", sans-serif;`;
const [words, button] = note.children;
button.style = `font: inherit; font-weight: 600; padding: 0.3em 0.8em; cursor: pointer;
  border: 1px solid #fff; border-radius: 0.3em; background: #fff; color: #1a1a1a;`;
button.addEventListener("click", () => app.commands.execute(`posenc:${button.value}`));

let ready = false;
let leaves;

function say(text, { offer = "", stays = true } = {}) {
  if (words.textContent !== text) words.textContent = text;
  button.hidden = !offer;
  button.value = offer;
  button.textContent = offer && app.commands.label(`posenc:${offer}`);
  if (!note.isConnected) document.body.append(note);
  clearTimeout(leaves);
  if (!stays) leaves = setTimeout(() => note.remove(), 1000 * SECONDS_TO_READ);
}

function shown() {
  const shell = window.jupyterapp?.shell;
  return shell && [...shell.widgets("main")].find(one => one.sessionContext && one.isVisible);
}

async function until(find) {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise(go => setTimeout(go, 100));
  }
}

// The application writes its kernel's name into the lesson. That is no change of the reader's.
function leaveUntouched({ model }) {
  const cells = () => JSON.stringify(model.sharedModel.toJSON().cells);
  const opened = cells();
  const look = () => {
    if (!model.dirty) return;
    if (cells() === opened) model.dirty = false;
    else model.stateChanged.disconnect(look);
  };
  model.stateChanged.connect(look);
  look();
}

function failed(reason) {
  say(`Python could not start: ${String(reason).trim().split("\n").pop()}. `
    + "Is the network there? Reload the page to try again.");
}

async function start(panel) {
  say("Python is loading in your browser, 40 MB the first time: on a slow line this takes minutes."
    + " Until then the pictures are the stored ones.");
  const kernel = await until(() => panel.sessionContext.session?.kernel);
  const request = { code: LIBRARIES, silent: true, store_history: false, stop_on_error: false };
  const { content } = await kernel.requestExecute(request).done;
  if (content.status !== "ok") return failed(`${content.ename}: ${content.evalue}`);
  ready = true;
  say("Python is ready.", { offer: "run-lesson" });
}

// One cell after the other, so that between two of them Python listens to the sliders.
async function runCells({ content, sessionContext }, cells) {
  for (const [place, cell] of cells.entries()) {
    const which = `ell ${place + 1} of ${cells.length}`;
    say(`Still running, c${which}. All sliders wake when it is done.`);
    const reply = await cell.constructor.execute(cell, sessionContext);
    if (reply && reply.content.status !== "ok") {
      content.activeCellIndex = content.widgets.indexOf(cell);
      say(`C${which} stopped with an error.`, { stays: false });
      return false;
    }
  }
  ready = true;
  return true;
}

// Cells under Further take longest, and no slider answers meanwhile: it waits for a press.
function parts({ content }) {
  const cells = content.widgets;
  const found = cells.findIndex(cell => /^## Further/m.test(cell.model.sharedModel.getSource()));
  const end = found < 0 ? cells.length : found;
  return [cells.slice(0, end), cells.slice(end)].map(
    part => part.filter(cell => cell.model.type === "code"));
}

async function runLesson(panel) {
  const [core, further] = parts(panel);
  if (!await runCells(panel, core)) return;
  if (further.length) say("The core has run, and every slider moves.", { offer: "run-further" });
  else say("All cells have run, and every slider moves.", { stays: false });
}

async function runFurther(panel) {
  if (await runCells(panel, parts(panel)[1])) say("All cells have run.", { stays: false });
}

async function startOver({ context }) {
  const question = "Start over? Your changes to this lesson are deleted, and it comes back as it was published.";
  if (!window.confirm(question)) return;
  const { path } = context;
  context.model.dirty = false;
  await window.jupyterapp.serviceManager.contents.delete(path);
  location.href = `index.html?path=${encodeURIComponent(path)}`;
}

window.addEventListener("unhandledrejection", ({ reason }) => {
  if (!ready && OF_PYTHON.test(reason)) failed(reason);
});

const app = await until(() => window.jupyterapp);
let running = false;
const once = work => async () => {
  if (running || !shown()) return;
  running = true;
  try { await work(shown()); } finally { running = false; }
};
for (const [name, label, caption, work] of [
  ["run-lesson", "Run this lesson", "Run all cells up to Further and stay here", runLesson],
  ["run-further", "Run Further too", "Run the cells under Further and stay here", runFurther],
  ["start-over", "Start over", "Bring back the lesson as it was published", startOver],
]) app.commands.addCommand(`posenc:${name}`, { label, caption, execute: once(work) });
const seen = new WeakSet();
setInterval(() => {
  for (const panel of app.shell.widgets("main")) {
    if (!panel.context?.isReady || !panel.sessionContext || seen.has(panel)) continue;
    seen.add(panel);
    leaveUntouched(panel.context);
    if (seen.first) continue;
    seen.first = panel;
    start(panel);
  }
}, 100);
