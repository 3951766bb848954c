// How many exercises of each lesson were right in this browser, beside the lessons of the list.
for (const lesson of document.querySelectorAll(".lesson")) {
  const name = /html\/(\w+)\.html/.exec(lesson.innerHTML)[1];
  let right = 0;
  try {
    for (const [key, value] of Object.entries(localStorage))
      right += key.startsWith(`posenc:${name}:`) && JSON.parse(value).right === true;
  } catch { /* nothing is kept here */ }
  if (right) lesson.append(Object.assign(document.createElement("p"), {
    className: "kept", textContent: `${right} ${right === 1 ? "exercise" : "exercises"} right in this browser`}));
}
