// Finds the sections in which all words begin that one types. Those with more of them come first,
// and a word in a heading counts ten times. `sections` comes from the script beside the page.
const MOST = 12, AROUND = 90, words = document.getElementById("words");
const count = (text, word) => text.match(word)?.length ?? 0;

function show() {
  const asked = words.value.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const begin = asked.map(word => RegExp(`(?<![\\p{L}\\p{N}_])${word}`, "giu"));
  const scored = asked.length ? sections.map(([href, title, text]) => {
    const counts = begin.map(word => 10 * count(title, word) + count(text, word));
    return {href, title, text, score: Math.min(...counts) && counts.reduce((a, b) => a + b)};
  }) : [];
  const found = scored.filter(one => one.score).sort((one, other) => other.score - one.score);
  document.getElementById("count").textContent = asked.length ? `${found.length} sections` : "";
  document.getElementById("found").replaceChildren(...found.slice(0, MOST).map(({href, title, text}) => {
    const item = document.createElement("li"), at = Math.max(0, text.search(begin[0]) - AROUND);
    const link = Object.assign(document.createElement("a"), {href, textContent: title});
    item.append(link, document.createElement("br"), `${at ? "… " : ""}${text.slice(at, at + 2 * AROUND)} …`);
    return item;
  }));
}

words.addEventListener("input", show);
show();
