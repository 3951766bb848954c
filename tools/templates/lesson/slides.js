// A slide is a stage of 1280 x 690 pixels that is scaled to the window, so that it fits on all screens
// and in print if it fits on one screen.
const STAGE = [1280, 690];
const LARGEST = 130, SMALLEST = 50;  // percent of the usual type
const slides = [...document.querySelectorAll(".slide")];
let now = 0;

function fit(slide) {
  for (let percent = slide.matches(".alone") ? 100 : LARGEST; percent >= SMALLEST; percent -= 5) {
    slide.style.fontSize = `${percent}%`;
    for (const wide of slide.querySelectorAll("pre, .scroll")) {
      wide.style.fontSize = "";
      const share = wide.clientWidth / wide.scrollWidth, usual = wide.matches("pre") ? 0.85 : 1;
      if (share < 1) wide.style.fontSize = `${Math.max(0.5, 0.98 * share) * usual}em`;
    }
    if (slide.scrollHeight <= slide.clientHeight) return true;
  }
  return false;
}

function scale() {
  const share = Math.min(innerWidth / STAGE[0], (innerHeight - 30) / STAGE[1]);
  document.body.style.setProperty("--share", share);
}

// Choose smaller type for a slide with an unfolded answer. If the slide still does not fit, it
// scrolls, and the keyboard can reach it.
function refit() {
  const fitted = fit(slides[now]);
  slides[now].tabIndex = fitted ? -1 : 0;
  reach();
}

function show(number, word) {
  now = Math.min(Math.max(number, 0), slides.length - 1);
  slides.forEach((slide, place) => { slide.hidden = place !== now; });
  document.getElementById("place").textContent =
    word ?? `Slide ${now + 1} of ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
  slides[now].scrollTop = 0;
  slides[now].focus({preventScroll: true});
  refit();
  speak();
}

// The speaker's view is a separate window with the notes of this slide, the next title and a clock.
let view, began;

function present() {
  if (view && !view.closed) return view.focus();
  view = open("", "notes", "width=900,height=700");
  if (!view) return show(now, "The browser blocks the window with the notes.");
  began ??= Date.now();
  view.document.title = `Notes: ${document.title}`;
  view.document.head.append(...[...document.querySelectorAll("style")].map(one => one.cloneNode(true)));
  view.document.body.className = "speaker";
  view.addEventListener("keydown", press);
  setInterval(tick, 1000);
  return speak();
}

function speak() {
  if (!view || view.closed) return;
  const clock = element("p", {id: "clock"}), next = slides[now + 1]?.querySelector("h1, h2, h3");
  const words = `Slide ${now + 1} of ${slides.length}. Next: ${next?.textContent ?? "the end"}`;
  const parts = [...slides[now].querySelectorAll(".notes")].map(one => one.cloneNode(true));
  view.document.body.replaceChildren(clock, element("p", {textContent: words}), ...parts);
  tick();
}

function tick() {
  const clock = !view || view.closed ? null : view.document.getElementById("clock");
  const seconds = Math.floor((Date.now() - began) / 1000);
  if (clock) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const on = () => { if (now < slides.length - 1) show(now + 1); };
const back = () => { if (now > 0) show(now - 1); };
const fromAddress = () => show((parseInt(location.hash.slice(1)) || 1) - 1);
const keys = {
  ArrowRight: on, PageDown: on, " ": event => (event.shiftKey ? back() : on()),
  ArrowLeft: back, PageUp: back,
  Home: () => show(0), End: () => show(slides.length - 1),
  n: present, N: present,
};

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("summary, a, button")) return;
  if (event.key.startsWith("Arrow") && event.target.matches("pre, .scroll")) return;
  event.preventDefault();
  keys[event.key](event);
}
addEventListener("keydown", press);
document.getElementById("on").addEventListener("click", on);
document.getElementById("back").addEventListener("click", back);
document.getElementById("notes").addEventListener("click", present);

let touch;
addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
addEventListener("touchend", event => {
  if (event.target.closest("input, .scroll[tabindex]")) return;
  const right = event.changedTouches[0].clientX - touch.clientX;
  const down = event.changedTouches[0].clientY - touch.clientY;
  if (Math.abs(right) > 60 && Math.abs(right) > 2 * Math.abs(down)) (right < 0 ? on : back)();
});
addEventListener("resize", scale);
addEventListener("toggle", refit, true);  // because an unfolded answer takes room
addEventListener("hashchange", fromAddress);
scale();
slides.forEach(fit);  // before any is hidden, because print shows them all
fromAddress();
