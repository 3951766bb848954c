"use strict";

const element = (name, rest) => Object.assign(document.createElement(name), rest);

// Let the keyboard reach parts that are wider than their place, to scroll them with the arrow keys.
// The Tab key skips all other parts.
function reach() {
  for (const part of document.querySelectorAll("pre, .scroll")) {
    const wide = part.scrollWidth > part.clientWidth;
    const words = {tabindex: "0", role: "group", "aria-label": "Scrolls sideways"};
    for (const [name, word] of Object.entries(words))
      if (wide) part.setAttribute(name, word);
      else part.removeAttribute(name);
  }
}

addEventListener("toggle", reach, true);  // because an unfolded answer may be too wide
addEventListener("resize", reach);
reach();
