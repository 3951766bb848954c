// A slide is a stage of 1280 x 690 that is scaled to the window, so that what fits on one screen
// fits on all, and in print. What does not fit even in smaller type goes on on the next slide.
const STAGE = [1280, 690];
const SMALLEST = 80;  // percent of the usual type, for what stands there at first
const UNFOLDED = 50;  // and once answers are unfolded
let slides = [...document.querySelectorAll(".slide")];
let now = 0;

const fits = part => part.scrollHeight <= part.clientHeight;

function fit(slide, smallest) {
  for (let percent = 100; percent >= smallest; percent -= 5) {
    slide.style.fontSize = `${percent}%`;
    for (const code of slide.querySelectorAll("pre")) {
      code.style.fontSize = "";
      const share = code.clientWidth / code.scrollWidth;
      if (share < 1) code.style.fontSize = `${Math.max(0.7, 0.99 * share) * 0.85}em`;
    }
    if (fits(slide)) return true;
  }
  return false;
}

// Moves the end of what a part holds into an empty copy of it, until the slide fits. A heading
// does not stay behind alone, and rows of a table take its head along.
function carry(slide, part, rest) {
  const body = part.tBodies?.[0];
  if (body) {
    if (part.tHead) rest.append(part.tHead.cloneNode(true));
    carry(slide, body, rest.appendChild(body.cloneNode(false)));
    return;
  }
  const heads = one => /^H\d$/.test(one.tagName);
  const stays = [...part.children].findIndex(one => !heads(one));
  while (part.children.length > stays + 1 && (!fits(slide) || heads(part.lastElementChild)))
    rest.prepend(part.lastElementChild);
  const last = part.children[stays];
  if (fits(slide) || !last || last.matches("p, pre, details, img, math, tr, figure")) return;
  const copy = last.cloneNode(false);
  carry(slide, last, copy);
  if (copy.children.length) rest.prepend(copy);
}

// Lays out all slides at once, before any is hidden: print shows them all.
function lay() {
  for (let at = 0; at < slides.length; at++) {
    if (fit(slides[at], SMALLEST)) continue;
    const rest = slides[at].cloneNode(false);
    carry(slides[at], slides[at], rest);
    if (!rest.children.length) continue;
    slides[at].after(rest);
    slides.splice(at + 1, 0, rest);
    fit(slides[at], SMALLEST);
  }
  slides.forEach((slide, number) => { slide.ariaLabel = `${number + 1} of ${slides.length}`; });
  slides.forEach(slide => fit(slide, UNFOLDED));
}

function scale() {
  const share = Math.min(innerWidth / STAGE[0], (innerHeight - 30) / STAGE[1]);
  document.body.style.setProperty("--share", share);
}

// What is unfolded may take smaller type. What does not fit even so scrolls, and the keyboard
// reaches it.
function refit() {
  const fitted = fit(slides[now], UNFOLDED);
  slides[now].tabIndex = fitted ? -1 : 0;
  reach();
}

function show(number) {
  now = Math.min(Math.max(number, 0), slides.length - 1);
  slides.forEach((slide, place) => { slide.hidden = place !== now; });
  document.getElementById("place").textContent = `Slide ${now + 1} of ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
  slides[now].scrollTop = 0;
  slides[now].focus({preventScroll: true});
  refit();
  speak();
}

// The speaker's view is a window of its own: the notes of this slide, what comes next, a clock.
let view, began;

function present() {
  if (view && !view.closed) return view.focus();
  view = open("", "notes", "width=900,height=700");
  if (!view) {
    document.getElementById("place").textContent = "The browser blocks the window with the notes.";
    return undefined;
  }
  began ??= Date.now();
  view.document.title = `Notes: ${document.title}`;
  view.document.head.append(...[...document.querySelectorAll("style")].map(one => one.cloneNode(true)));
  view.document.body.className = "speaker";
  view.addEventListener("keydown", event => keys[event.key]?.(event));
  return speak();
}

function speak() {
  if (!view || view.closed) return;
  const parts = [...slides[now].querySelectorAll(".notes")].map(one => one.cloneNode(true));
  const next = slides[now + 1]?.querySelector("h1, h2, h3")?.textContent ?? "the end";
  const clock = Object.assign(document.createElement("p"), {id: "clock"});
  const told = Object.assign(document.createElement("p"), {textContent: `Slide ${now + 1} of ${slides.length}. Next: ${next}`});
  view.document.body.replaceChildren(clock, told, ...parts);
  tick();
}

function tick() {
  const clock = view && !view.closed && view.document.getElementById("clock"), seconds = Math.floor((Date.now() - began) / 1000);
  if (clock) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(tick, 1000);

const on = () => { if (now < slides.length - 1) show(now + 1); };
const back = () => { if (now > 0) show(now - 1); };
const fromAddress = () => show((parseInt(location.hash.slice(1)) || 1) - 1);
const keys = {
  ArrowRight: on, PageDown: on, " ": event => (event.shiftKey ? back() : on()),
  ArrowLeft: back, PageUp: back,
  Home: () => show(0), End: () => show(slides.length - 1),
  n: present, N: present,
};

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("summary, a, button")) return;
  if (event.key.startsWith("Arrow") && event.target.matches("pre, .scroll")) return;
  event.preventDefault();
  keys[event.key](event);
});
document.getElementById("on").addEventListener("click", on);
document.getElementById("back").addEventListener("click", back);
document.getElementById("notes").addEventListener("click", present);

let touch;
addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
addEventListener("touchend", event => {
  const right = event.changedTouches[0].clientX - touch.clientX;
  const down = event.changedTouches[0].clientY - touch.clientY;
  if (Math.abs(right) > 60 && Math.abs(right) > 2 * Math.abs(down)) (right < 0 ? on : back)();
});
addEventListener("resize", scale);
addEventListener("toggle", refit, true);  // of an answer that is unfolded
addEventListener("hashchange", fromAddress);
scale();
lay();
fromAddress();
