const slides = [...document.querySelectorAll(".slide")];
let now = 0;

const later = () => [...slides[now].querySelectorAll(".later")];

// Smaller type where lines of code or a slide hold too much; what does not fit even so scrolls,
// and the keyboard reaches it.
function fit() {
  for (const code of slides[now].querySelectorAll("pre")) {
    code.style.fontSize = "";
    const share = code.clientWidth / code.scrollWidth;
    if (share < 1) code.style.fontSize = `${Math.max(0.7, 0.99 * share) * 0.85}em`;
  }
  for (let percent = 100; percent >= 70; percent -= 5) {
    slides[now].style.fontSize = `${percent}%`;
    if (slides[now].scrollHeight <= slides[now].clientHeight) break;
  }
  slides[now].tabIndex = slides[now].scrollHeight > slides[now].clientHeight ? 0 : -1;
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
  fit();
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
addEventListener("resize", fit);
addEventListener("toggle", fit, true);  // of an answer that is unfolded
addEventListener("hashchange", fromAddress);
fromAddress();
