// Finds sections of the lessons as one types. `sections` comes from the script beside the page.
const MOST = 12, AROUND = 90;
const index = new MiniSearch({
  fields: ["heading", "lesson", "text"],
  storeFields: ["heading", "lesson", "text"],
  searchOptions: {boost: {heading: 4, lesson: 2}, prefix: true, fuzzy: 0.15, combineWith: "AND"},
});
index.addAll(sections);
const words = document.getElementById("words");
const element = (name, text, rest = {}) => Object.assign(document.createElement(name), {textContent: text, ...rest});

function near({text, terms}) {
  const at = Math.max(0, text.toLowerCase().indexOf(terms[0]) - AROUND);
  return `${at ? "… " : ""}${text.slice(at, at + 2 * AROUND)}${at + 2 * AROUND < text.length ? " …" : ""}`;
}

function show() {
  const found = index.search(words.value.replace(/[^\p{L}\p{N}]+/gu, " ").trim()), shown = found.slice(0, MOST);
  document.getElementById("count").textContent = words.value.trim() ? `${found.length} sections` : "";
  document.getElementById("found").replaceChildren(...shown.map(one => {
    const item = element("li", "");
    item.append(element("a", `${one.lesson}: ${one.heading}`, {href: one.id}), element("br", ""), near(one));
    return item;
  }));
}

words.addEventListener("input", show);
words.value = new URLSearchParams(location.search).get("q") ?? "";
show();
