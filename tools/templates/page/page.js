"use strict";
const LOOK = {{ look }};
const STOPS = {{ stops }};  // of sliders with growing steps
const WORDS = {{ words }};  // the vector of each
const CODES = {{ codes }};  // competing codes: tables as shades, and the best move's misses
const SHADES = Uint32Array.from(LOOK.table);

// Mathematics. A test compares each of these functions with the package.

const TURN = 2 * Math.PI;
const MOST_ROWS = 500;
const frequencies = (width, base) =>
  Array.from({length: width / 2}, (_, i) => base ** (-2 * i / width));
const similarity = (distance, omega) =>
  omega.reduce((sum, speed) => sum + Math.cos(speed * distance), 0) / omega.length;
const turningPairs = (length, omega) =>
  omega.filter(speed => length * (speed / TURN) >= 1 - 1e-13).length;
const hand = angle => [Math.sin(angle), Math.cos(angle)];

function shifted([x, y], arc) {
  const [sine, cosine] = hand(arc);
  return [x * cosine + y * sine, y * cosine - x * sine];
}

// Return the table of positions 0 ... length - 1. Each row is the previous row, rotated. The table of
// a long text has fewer rows. Each is the mean of n = `count` positions, which is the code of their
// centre times sin(n ω/2) / (n sin(ω/2)). The positions of the last row end with the text.
function encoding(length, omega) {
  const count = Math.ceil(length / MOST_ROWS), rows = Math.ceil(length / count);
  const width = 2 * omega.length, values = new Float64Array(rows * width);
  const mean = (first, speed) => {
    const factor = Math.sin(count * speed / 2) / (count * Math.sin(speed / 2));
    return hand(speed * (first + (count - 1) / 2)).map(value => factor * value);
  };
  omega.forEach((speed, i) => {
    const [sine, cosine] = hand(speed * count);
    let [x, y] = mean(0, speed);
    for (let at = 2 * i; at < values.length; at += width) {
      values[at] = x;
      values[at + 1] = y;
      [x, y] = [x * cosine + y * sine, y * cosine - x * sine];
    }
    values.set(mean(length - count, speed), (rows - 1) * width + 2 * i);
  });
  return {values, rows, count};
}

// Return what "bit" takes from each word, and its output. With `asked`, the head reads only codes.
function attend(sentence, gain, asked) {
  const omega = frequencies(16, 10000), {values} = encoding(5, omega);
  const rows = sentence.map((word, p) =>
    WORDS[word].map((value, j) => value + (asked ? 0 : gain * values[16 * p + j])));
  const score = (row, p) => asked
    ? 64 * gain ** 2 * similarity(p - 1, omega)
    : row.reduce((sum, value, j) => sum + value * rows[2][j], 0) / 4;
  const scores = rows.map(score), powers = scores.map(one => Math.exp(one - Math.max(...scores)));
  const total = powers.reduce((sum, one) => sum + one), weights = powers.map(one => one / total);
  const output = rows[0].map((_, j) => weights.reduce((sum, one, p) => sum + one * rows[p][j], 0));
  return {sentence, weights, output};
}

// Numbers, words and attributes

const find = name => document.getElementById(name);
const whole = value => Math.round(value).toLocaleString("en");
const short = value =>
  Number(value.toPrecision(value >= 100 && value < 1000 ? 3 : 2)).toLocaleString("en");
const decimals = value => (Math.round(value * 100) / 100 || 0).toFixed(2).replace("-", "−");
const limited = share => Math.min(Math.max(share, 0), 1);
const speedColour = speed =>
  LOOK.speed[Math.round(255 * limited(-Math.log(speed) / Math.log(LOOK.slowest / TURN)))];
const degrees = angle => 360 * angle / TURN;

const shade = value => SHADES[(value + 1) * 127.999 | 0];
const rgb = value => `rgb(${[0, 8, 16].map(bits => shade(value) >> bits & 255)})`;
const stripes = colours => `linear-gradient(90deg, ${colours.map((one, i) =>
  `${one} ${100 * i / colours.length}% ${100 * (i + 1) / colours.length}%`)})`;
const rounded = value =>
  Number(value.toFixed(value >= 10 ? 0 : value >= 1 ? 1 : 2)).toLocaleString("en");

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function set(element, attributes) {
  for (const name in attributes) element.setAttribute(name, attributes[name]);
}

// The pictures

const FACE = 38;  // the radius of a clock
const TRAIL = 40;  // tokens
const CLOCK = document.querySelector(".clock");
const DISTANCES = Array.from({length: 121}, (_, k) => 10 ** (k / 24));
const level = value => 212 - 98 * value;
const across = distance => 190 + 32 * Math.log10(distance);
const state = {};
let omega, colours, clocks, arcs, drawn, opened;

function draw() {
  const {seq_len, d_model, base} = state, table = [seq_len, d_model, base].join();
  if (table !== drawn) {
    drawn = table;
    omega = frequencies(d_model, base);
    colours = omega.map(speedColour);
    drawTable();
    drawCurve();
    clocks = placed(find("wall"), {most: 9, inRow: 3, high: 360, size: 1});
    arcs = placed(find("pairs"), {most: 5, inRow: 5, high: 96, size: 0.84});
  }
  const opening = [state.gain, state.ask, state.code].join();
  if (opening !== opened) {
    opened = opening;
    drawHook();
    drawInvented();
  }
  find("cursor").style.top = `${100 * (state.position + 0.5) / seq_len}%`;
  clocks.forEach(drawClock);
  arcs.forEach(drawArc);
  drawCosines();
  showControls();
  const {position, distance} = state, slowest = omega.at(-1);
  const turn = `on turn ${whole(Math.floor(position / TURN) + 1)}`;
  say(find("say-clocks"), `Position ${whole(position)}: ` + (slowest === 1
    ? `every hand is ${turn}.`
    : `the fastest hand is ${turn}, the slowest needs ${short(TURN / slowest)} tokens for one turn.`));
  say(find("say-shift"), `From ${whole(position)} to ${whole(position + distance)} each hand ` +
    "turns by an arc that is the same from every position. Similarity: " +
    `${decimals(similarity(distance, omega))}.`);
}

function drawHook() {
  const asked = state.ask === "on", {gain} = state;
  const both = [["the", "dog", "bit", "the", "man"], ["the", "man", "bit", "the", "dog"]]
    .map(one => attend(one, gain, asked));
  const strips = both.flatMap(one => asked ? [one.output, WORDS[one.sentence[1]]] : [one.output]);
  const most = Math.max(...strips.flat().map(Math.abs));
  const strip = values => stripes(values.map(value => rgb(value / most)));
  both.forEach(({sentence, weights, output}, k) => {
    const [, tiles, , made, name, vector] = find("sentences").children[k].children;
    tiles.innerHTML = sentence.map((word, p) => tile(word, weights[p])).join("");
    made.style.background = strip(output);
    vector.style.background = asked ? strip(WORDS[sentence[1]]) : "none";
    say(name, asked ? `vector of “${sentence[1]}”` : "");
  });
  say(find("say-hook"), asked ? taken(...both.map(one => one.weights)) : changes(...both.map(one => one.output)));
}

const percent = share => share >= 0.995 ? "over 99 %"
  : share <= 0.005 && share > 1e-12 ? "under 1 %" : `${(100 * share).toFixed()} %`;

function tile(word, share) {
  const ground = `color-mix(in srgb, ${LOOK.teal} ${100 * share}%, #fff)`;
  const told = percent(share).replace("over", ">").replace("under", "<");
  return `<b style="background:${ground};color:#${share > 0.77 ? "fff" : "000"}">${word} ` +
    `<small>${told}</small></b>`;
}

function changes(before, after) {
  const length = one => Math.hypot(...one);
  const change = length(after.map((value, j) => value - before[j])) / length(before);
  return change < 1e-12 ? "No output differs: both sentences are one bag of words"
    : `The output of “bit” changes by ${rounded(100 * change)} % of its length`;
}

function taken(weights, swapped) {
  const share = percent(weights[1]);
  return Math.max(...weights) - Math.min(...weights) < 1e-12
    ? `“bit” takes ${share} from each word in both sentences`
    : `“bit” takes ${share} from “dog”, and after the swap it takes ${percent(swapped[1])} from “man”`;
}

function drawInvented() {
  const {says, shades, misses, worst} = CODES[state.code];
  paint(find("code"), 64, Uint32Array.from(atob(shades), one => SHADES[one.charCodeAt()]));
  const bars = misses.map((miss, p) => `M${p + 1} 2.5v${-miss}`);
  set(find("steps").firstElementChild, {d: bars.join("")});
  say(find("say-code"), says);
  say(find("worst"), worst);
}

// Draw a table row by row, with one pixel for each shade.
function paint(canvas, width, shades) {
  const image = new ImageData(new Uint8ClampedArray(shades.buffer), width);
  Object.assign(canvas, {width, height: image.height}).getContext("2d").putImageData(image, 0, 0);
}

function drawTable() {
  const {values, rows, count} = encoding(state.seq_len, omega), pairs = omega.length;
  const canvas = find("table");
  paint(canvas, 2 * pairs, Uint32Array.from(values, shade));
  canvas.classList.toggle("dense", Math.max(2 * pairs, rows) > 300 * devicePixelRatio);
  find("strip").style.background = stripes(colours);
  const turning = turningPairs(state.seq_len, omega), share = 100 * turning / pairs;
  find("boundary").style.left = `${share}%`;
  find("star").style.left = `clamp(3.2em, ${share}%, 100% - 3.6em)`;
  say(find("means"), count > 1 ? `Here each row is the mean of ${whole(count)} positions.` : "");
  say(find("say-table"), `In ${whole(state.seq_len)} tokens ` + (turning === pairs
    ? "every pair makes a full turn."
    : turning ? `${turning} of ${pairs} pairs make${turning > 1 ? "" : "s"} a full turn. ` +
      "Right of the dotted line, columns move less and less."
    : "no pair makes a full turn."));
}

// Put clocks of evenly spread pairs into rows, and return the speed and the parts of each clock.
function placed(parent, {most, inRow, high, size}) {
  const count = Math.min(omega.length, most), columns = Math.min(count, inRow);
  while (parent.children.length > count) parent.lastChild.remove();
  return Array.from({length: count}, (_, k) => {
    const pair = Math.round(k * (omega.length - 1) / Math.max(1, count - 1));
    const clock = parent.children[k] ?? parent.appendChild(CLOCK.cloneNode(true));
    const x = 360 * (k % columns + 0.5) / columns;
    const y = high * (Math.floor(k / columns) + 0.5) / Math.ceil(count / columns) - 10;
    set(clock, {transform: `translate(${x} ${y}) scale(${size})`, color: colours[pair]});
    const parts = [...clock.children].map(part => [part.getAttribute("class"), part]);
    return {speed: omega[pair], ...Object.fromEntries(parts)};
  });
}

function point(line, dot, [x, y]) {
  set(line, {x2: FACE * x, y2: -FACE * y});
  set(dot, {cx: FACE * x, cy: -FACE * y});
}

function drawClock(clock) {
  const {speed} = clock, {position} = state, angle = speed * position;
  point(clock.hand, clock.tip, hand(angle));
  const first = Math.max(0, Math.ceil(position) - TRAIL), count = Math.ceil(position) - first;
  const been = Array.from({length: count}, (_, k) => hand(speed * (first + k)));
  set(clock.trail, {d: been.map(([x, y]) => `M${FACE * x} ${-FACE * y}h0`).join("")});
  set(clock.next, {transform: `rotate(${degrees(angle) - 90})`,
    "stroke-dasharray": `${degrees(speed)} 360`});
  say(clock.below, short(TURN / speed));
  const turns = Math.floor(angle / TURN);
  say(clock.badge, turns > 0 && turns < 1000 ? `×${turns}` : "");
}

// Draw a clock at both positions, with the arc between its hands and the cosine of this arc.
function drawArc(clock) {
  const start = clock.speed * state.position, arc = clock.speed * state.distance;
  point(clock.hand, clock.tip, hand(start));
  point(clock.other, clock.end, shifted(hand(start), arc));
  set(clock.face, {"fill-opacity": arc < TURN ? 0 : 0.25});
  set(clock.wedge, {transform: `rotate(${degrees(start) - 90})`,
    "stroke-dasharray": `${degrees(arc % TURN)} 360`});
  say(clock.below, decimals(Math.cos(arc)));
}

function drawCurve() {
  const means = DISTANCES.map(one => `${across(one)} ${level(similarity(one, omega))}`);
  set(find("curve"), {d: `M${means.join("L")}`});
  const stop = (one, i) => `<stop offset="${(i + 0.5) / omega.length}" stop-color="${one}"/>`;
  const some = (_, i) => i % Math.ceil(omega.length / 32) === 0;
  find("speeds").innerHTML = colours.map(stop).filter(some).join("");
  set(find("cosines"), {"stroke-width": Math.min(140 / omega.length, 14)});
}

// Draw each pair's cosine on the left, the mean at all distances on the right, and one line through
// both at the mean for this distance.
function drawCosines() {
  const {distance} = state, x = across(distance), y = level(similarity(distance, omega));
  const bars = omega.map((speed, i) =>
    `M${26 + 140 * (i + 0.5) / omega.length} ${level(0)}V${level(Math.cos(speed * distance))}`);
  set(find("cosines"), {d: bars.join("")});
  set(find("mean"), {d: `M26 ${y}H${x}`});
  set(find("similarity"), {y: y - 9});
  say(find("similarity"), decimals(similarity(distance, omega)));
  set(find("chosen"), {cx: x, cy: y});
}

// What the reader moves

const CHOICES = {ask: ["off", "on"], code: Object.keys(CODES)};
const controls = Object.create(null);
for (const box of document.querySelectorAll("[type=number]")) {
  controls[box.id] = {box, slider: document.querySelector(`[data-of=${box.id}]`)};
}
let frame = 0, before = 0, resting;

function showControls() {
  controls.position.box.max = controls.position.slider.max = state.seq_len - 1;
  for (const name in controls) {
    const {box, slider} = controls[name], stops = STOPS[name];
    const value = name === "position" ? Math.round(state.position) : state[name];
    slider.value = stops ? stops.findIndex(stop => stop >= value) : value;
    set(slider, {"aria-valuetext": value.toLocaleString("en")});
    if (document.activeElement !== box) box.value = value;
  }
  find("ask").checked = state.ask === "on";
  find(state.code).checked = true;
}

// Take the number in the box of a control if it is allowed, and return whether it is.
function take(name) {
  const {box} = controls[name], allowed = box.value !== "" && box.validity.valid;
  if (allowed) state[name] = Number(box.value);
  controls.position.box.max = state.seq_len - 1;
  return allowed;
}

function changed() {
  turn(false);
  state.position = Math.min(state.position, state.seq_len - 1);
  draw();
  clearTimeout(resting);
  resting = setTimeout(rest, 600);
}

// When the hand rests, tell screen readers the state, and keep it in the address.
function rest() {
  say(find("spoken"), [...document.querySelectorAll("h2")].map(one => one.textContent).join(" "));
  history.replaceState(null, "", `#${new URLSearchParams(state)}`);
}

function takeAddress() {
  const asked = [...new URLSearchParams(location.hash.slice(1))];
  asked.sort(([one], [other]) => (other === "seq_len") - (one === "seq_len"));  // it limits position
  const left = asked.filter(([name, text]) => {
    if (Object.hasOwn(CHOICES, name)) {
      const known = CHOICES[name].includes(text);
      if (known) state[name] = text;
      return !known;
    }
    if (controls[name]) controls[name].box.value = text;
    return !controls[name] || !take(name);
  });
  const words = left.map(one => one.join("=")).join(", ").slice(0, 80);
  say(find("junk"), words && `The address asks for ${words}, which this page does not have.`);
}

function turn(on) {
  cancelAnimationFrame(frame);
  frame = on ? requestAnimationFrame(step) : 0;
  say(find("turn"), on ? "Stop" : "Turn");
  if (!on) state.position = Math.round(state.position);
}

function step(time) {
  const tokens = 1.5 * Math.min(time - before, 100) / 1000;
  before = time;
  state.position = (state.position + tokens) % Math.max(1, state.seq_len - 1);
  draw();
  frame = requestAnimationFrame(step);
}

function startOver() {
  for (const name in controls) state[name] = Number(controls[name].box.defaultValue);
  for (const name in CHOICES) state[name] = CHOICES[name][0];
}

for (const name in controls) {
  const {box, slider} = controls[name];
  if (STOPS[name]) slider.max = STOPS[name].length - 1;
  slider.addEventListener("input", () => {
    state[name] = STOPS[name]?.[slider.value] ?? Number(slider.value);
    changed();
  });
  box.addEventListener("input", () => take(name) && changed());
  box.addEventListener("blur", showControls);
}
find("ask").addEventListener("input", event => {
  state.ask = event.target.checked ? "on" : "off";
  changed();
});
for (const name of CHOICES.code) {
  find(name).addEventListener("input", () => { state.code = name; changed(); });
}
find("turn").addEventListener("click", () => turn(!frame));
find("controls").addEventListener("reset", () => setTimeout(() => { startOver(); changed(); }));
addEventListener("hashchange", () => { takeAddress(); changed(); });
startOver();
takeAddress();
turn(false);
draw();
