// A slide is a stage of 1280 x 690 that is scaled to the window, so that what fits on one screen
// fits on all, and in print. What does not fit even in smaller type goes on on the next slide.
const STAGE = [1280, 690];
const SMALLEST = 80;  // percent of the usual type, for what stands there at first
const UNFOLDED = 50;  // and once answers are unfolded
let slides = [...document.querySelectorAll(".slide")];
let now = 0;

const later = () => [...slides[now].querySelectorAll(".later")];
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

// What is on a slide before a picture, or after it.
function beside(slide, picture, after) {
  const range = document.createRange();
  range.selectNodeContents(slide);
  if (after) range.setStartAfter(picture);
  else range.setEndBefore(picture);
  return range;
}

function hasWords(range) {
  const copy = range.cloneContents();
  for (const heading of copy.querySelectorAll("h1, h2, h3")) heading.remove();
  return Boolean(copy.textContent.trim() || copy.querySelector("img"));
}

// Gives each picture a slide to itself, under the last heading before it.
function letAlone(slide) {
  for (const code of slide.querySelectorAll(".picture:has(.live) > .highlight")) code.remove();
  let heading;
  const move = range => {
    const rest = Object.assign(slide.cloneNode(false), {className: "slide"});
    rest.append(range.extractContents());
    slide.after(rest);
    return rest;
  };
  for (const picture of slide.querySelectorAll(".picture .live, .picture > .scroll:has(> img)")) {
    const before = beside(slide, picture);
    heading = [...before.cloneContents().querySelectorAll("h1, h2, h3")].pop() ?? heading;
    if (hasWords(before)) {
      before.setStart(before.endContainer, before.endOffset);
      before.setEnd(slide, slide.childNodes.length);
      slide = move(before);
      if (heading) {
        const again = heading.cloneNode(true);
        again.removeAttribute("id");
        again.classList.add("again");
        slide.prepend(again);
      }
    }
    slide.classList.add("alone");
    const after = beside(slide, picture, true);
    if (hasWords(after)) slide = move(after);
  }
}

// Lays out all slides at once, before any is hidden: print shows them all.
function lay() {
  if (!document.querySelector("main.together")) slides.forEach(letAlone);
  slides = [...document.querySelectorAll(".slide")];
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

function show(number, whole) {
  now = Math.min(Math.max(number, 0), slides.length - 1);
  slides.forEach((slide, place) => { slide.hidden = place !== now; });
  slides[now].querySelectorAll(".fragment").forEach(part => part.classList.toggle("later", !whole));
  document.getElementById("place").textContent = `Slide ${now + 1} of ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
  slides[now].scrollTop = 0;
  slides[now].focus({preventScroll: true});
  refit();
}

function on() {
  const [next] = later();
  if (next) next.classList.remove("later");
  else if (now < slides.length - 1) show(now + 1, false);
}

const back = () => { if (now > 0) show(now - 1, true); };
const fromAddress = () => show((parseInt(location.hash.slice(1)) || 1) - 1, true);
const keys = {
  ArrowRight: on, PageDown: on, " ": event => (event.shiftKey ? back() : on()),
  ArrowLeft: back, PageUp: back,
  Home: () => show(0, true), End: () => show(slides.length - 1, true),
};

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  if (event.target.matches("input, select")) return;
  if (event.key === " " && event.target.closest("summary, a, button")) return;
  if (event.key.startsWith("Arrow") && event.target.matches("pre, .scroll")) return;
  event.preventDefault();
  keys[event.key](event);
});
document.getElementById("on").addEventListener("click", on);
document.getElementById("back").addEventListener("click", back);

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
