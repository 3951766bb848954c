// Says at the foot of a lesson that Python is starting, and when it is ready.
const SECONDS_TO_START = 120;
const SECONDS_TO_READ = 15;
const WORDS = {
  starting: "Python is starting in your browser. Until then the pictures are the stored ones.",
  late: "Python has not started yet. Is there a network? Reload the page to try again.",
  ready: "Python is ready. Choose Run → Run All Cells, and every slider moves.",
};

const note = document.createElement("div");
note.id = "python-note";
note.setAttribute("role", "status");
note.style = `position: fixed; left: 50%; bottom: 2.5rem; transform: translateX(-50%);
  z-index: 10000; max-width: 90vw; padding: 0.6em 1.1em; border-radius: 0.4em;
  background: #1a1a1a; color: #fff; border: 1px solid #8a8a8a; pointer-events: none;
  font: 16px/1.4 system-ui, "Segoe UI", "Noto Sans", sans-serif;`;

function say(words) {
  if (note.textContent !== words) note.textContent = words;
  if (!note.isConnected) document.body.append(note);
}

function lesson() {
  const shell = window.jupyterapp?.shell;
  return shell && [...shell.widgets("main")].find(one => one.sessionContext && one.isVisible);
}

const begun = performance.now();
const watch = setInterval(() => {
  const shown = lesson();
  if (!shown) return;
  const status = shown.sessionContext.session?.kernel?.status;
  if (status === "idle" || status === "busy") {
    clearInterval(watch);
    say(WORDS.ready);
    setTimeout(() => note.remove(), 1000 * SECONDS_TO_READ);
  } else {
    say(performance.now() - begun > 1000 * SECONDS_TO_START ? WORDS.late : WORDS.starting);
  }
}, 300);
