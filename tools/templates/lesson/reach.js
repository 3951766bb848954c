"use strict";

const element = (name, rest) => Object.assign(document.createElement(name), rest);

// What is wider than its place can be reached with the keyboard, and scrolled with the arrow keys.
// The rest is no stop on the way.
function reach() {
  for (const part of document.querySelectorAll("pre, .scroll")) {
    const wide = part.scrollWidth > part.clientWidth;
    const words = {tabindex: "0", role: "group", "aria-label": "Scrolls sideways"};
    for (const [name, word] of Object.entries(words))
      if (wide) part.setAttribute(name, word);
      else part.removeAttribute(name);
  }
}

addEventListener("toggle", reach, true);  // of an answer that is unfolded
addEventListener("resize", reach);
reach();
