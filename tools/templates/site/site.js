const motion = document.getElementById("motion");
const still = document.querySelector("source");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let moves = !calm.matches;

function show() {
  still.media = moves ? "not all" : "all";
  motion.textContent = moves ? "Stop the picture" : "Let the picture move";
}

motion.hidden = false;
motion.addEventListener("click", () => { moves = !moves; show(); });
calm.addEventListener("change", () => { moves = !calm.matches; show(); });
show();
