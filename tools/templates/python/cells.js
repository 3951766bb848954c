// Code cells run in the page, in the same Python that draws its pictures. This browser keeps what a
// reader writes and which exercises are right.
{
  const lesson = location.pathname.split("/").pop().replace(".html", "");
  const store = {
    get(name) {
      try { return JSON.parse(localStorage.getItem(`posenc:${lesson}:${name}`)) ?? {}; } catch { return {}; }
    },
    set(name, value) {
      try { localStorage.setItem(`posenc:${lesson}:${name}`, JSON.stringify(value)); } catch { /* not kept */ }
    },
  };
  const kept = [...document.querySelectorAll(".cell.code")].filter(
    cell => cell.querySelector(":scope > .highlight") && !cell.querySelector(".live, .question"));
  const fields = kept.map(cell => {
    const shown = cell.querySelector(".highlight"), source = shown.textContent.trimEnd();
    const name = /^check\.(\w+)\(/m.exec(source)?.[1];
    const field = element("textarea", {
      value: (name && store.get(name).source) ?? source, spellcheck: false, ariaLabel: "Code"});
    field.rows = field.value.split("\n").length + 1;
    field.setAttribute("autocapitalize", "off");
    const run = element("button", {type: "button", textContent: "Run"});
    const change = element("button", {type: "button", textContent: "Change"});
    const note = element("span"), line = element("p", {className: "run"});
    note.setAttribute("role", "status");
    note.textContent = name && store.get(name).right ? "You had this right before." : "";
    line.append(run, change, note);
    shown.after(line);
    const edit = () => { shown.replaceWith(field); change.textContent = "As it was"; };
    if (name) edit();
    change.addEventListener("click", () => {
      if (field.isConnected) field.value = source;
      else edit();
      field.focus();
    });
    field.addEventListener("keydown", event => {
      if (event.key === "Enter" && event.shiftKey) { event.preventDefault(); run.click(); }
    });
    run.addEventListener("click", async () => {
      run.disabled = true;
      if (live.python?.ready) note.textContent = "Python is running.";
      else note.replaceChildren("Python is being fetched, about 30 MB, once. ", live.python?.bar() ?? "");
      try {
        if (!live.python) throw Error("this page has none");
        const {outputs, right} = await live.python.run(fields.map(one => one.value), kept.indexOf(cell));
        show(cell, line, outputs);
        note.textContent = outputs.length ? "" : "Done.";
        if (name) store.set(name, {source: field.value, right: right || store.get(name).right});
      } catch ({message}) {
        note.textContent = `Python could not run this (${message}). The lesson runs in JupyterLab, too.`;
      }
      run.disabled = false;
    });
    return field;
  });

  // Replace the stored outputs by new ones: pictures, what `check` says, and printed text.
  function show(cell, line, outputs) {
    cell.querySelectorAll(":scope > .output, :scope > .scroll, :scope > .new").forEach(
      one => { if (!one.querySelector("details")) one.remove(); });
    const parts = outputs.map(one => {
      if (one.png) {
        const picture = element("div", {className: "scroll"});
        picture.append(element("img", {src: `data:image/png;base64,${one.png}`, alt: one.text, onload: reach}));
        return picture;
      }
      return element(one.html ? "div" : "pre", one.html ? {innerHTML: one.html} : {textContent: one.text});
    });
    const box = element("div", {className: "new"});
    box.append(...parts);
    line.after(box);
    reach();
  }
}
