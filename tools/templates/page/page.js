"use strict";
const LOOK = {{ look }};
const STOPS = {{ stops }};  // of sliders whose steps grow
const LESSONS = {{ lessons }};
const SHADES = Uint32Array.from(LOOK.table);

// Mathematics: a test compares each of these with the package.

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

// The table of positions 0 ... length - 1: each row is the row before, turned. That of a long text
// has fewer rows: each is the mean of `count` positions, which is the code of their centre times
// sin(n ω/2) / (n sin(ω/2)). The last row may be that of fewer positions.
function encoding(length, omega) {
  const count = Math.ceil(length / MOST_ROWS), rows = Math.ceil(length / count);
  const width = 2 * omega.length, values = new Float64Array(rows * width);
  const mean = (first, n, speed) => {
    const factor = Math.sin(n * speed / 2) / (n * Math.sin(speed / 2));
    return hand(speed * (first + (n - 1) / 2)).map(value => factor * value);
  };
  omega.forEach((speed, i) => {
    const [sine, cosine] = hand(speed * count), last = (rows - 1) * count;
    let [x, y] = mean(0, count, speed);
    for (let at = 2 * i; at < values.length; at += width) {
      values[at] = x;
      values[at + 1] = y;
      [x, y] = [x * cosine + y * sine, y * cosine - x * sine];
    }
    values.set(mean(last, length - last, speed), (rows - 1) * width + 2 * i);
  });
  return {values, rows, count};
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
let omega, colours, clocks, arcs, drawn;

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
  find("cursor").style.top = `${100 * (state.position + 0.5) / seq_len}%`;
  clocks.forEach(drawClock);
  arcs.forEach(drawArc);
  drawCosines();
  showControls();
  const {position, distance} = state, slowest = omega.at(-1);
  const turn = `on turn ${whole(Math.floor(position / TURN) + 1)}`;
  say(find("say-clocks"), `Position ${whole(position)}: ` + (slowest === 1
    ? `every hand is ${turn}.`
    : `the fastest hand is ${turn}, the slowest needs ${short(TURN / slowest)} tokens for one.`));
  say(find("say-shift"), `From ${whole(position)} to ${whole(position + distance)} each hand ` +
    "turns by an arc that is the same from every position. Similarity: " +
    `${decimals(similarity(distance, omega))}.`);
}

function drawTable() {
  const {values, rows, count} = encoding(state.seq_len, omega), pairs = omega.length;
  const canvas = Object.assign(find("table"), {width: 2 * pairs, height: rows});
  const image = new ImageData(2 * pairs, rows), pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++) pixels[k] = SHADES[(values[k] + 1) * 127.999 | 0];
  canvas.getContext("2d").putImageData(image, 0, 0);
  canvas.classList.toggle("dense", Math.max(2 * pairs, rows) > 300 * devicePixelRatio);
  const parts = colours.map((one, i) => `${one} ${100 * i / pairs}% ${100 * (i + 1) / pairs}%`);
  find("strip").style.background = `linear-gradient(90deg, ${parts})`;
  const turning = turningPairs(state.seq_len, omega), share = 100 * turning / pairs;
  find("boundary").style.left = `${share}%`;
  find("star").style.left = `clamp(3.2em, ${share}%, 100% - 3.6em)`;
  say(find("means"), count > 1 ? `Here each row is the mean of ${whole(count)} positions.` : "");
  say(find("say-table"), `In ${whole(state.seq_len)} tokens ` + (turning === pairs
    ? "every pair completes a turn."
    : `${turning} of ${pairs} pairs complete a turn. ` +
      "Right of the dotted line, columns move less and less."));
}

// Put clocks of evenly spread pairs into rows; return each as its speed and its parts.
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

// A clock at both positions, with the arc between its hands and the cosine of this arc.
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

// Left the cosine of each pair, right the mean at all distances, and one line through both.
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
}

// Take what the box of a control holds, if that is allowed; return whether it is.
function take(name) {
  const {box} = controls[name], allowed = box.value !== "" && box.validity.valid;
  if (allowed) state[name] = Number(box.value);
  controls.position.box.max = state.seq_len - 1;
  return allowed;
}

function changed(name) {
  turn(false);
  state.position = Math.min(state.position, state.seq_len - 1);
  if (LESSONS[name]) Object.assign(find("lesson"), LESSONS[name]);
  draw();
  clearTimeout(resting);
  resting = setTimeout(rest, 600);
}

// When the hand rests: say it to those who do not see it, and keep the state in the address.
function rest() {
  say(find("spoken"), [...document.querySelectorAll("h2")].map(one => one.textContent).join(" "));
  try {
    history.replaceState(null, "", `#${new URLSearchParams(state)}`);
  } catch {}  // in some frames a page has no address of its own
}

function takeAddress() {
  const asked = [...new URLSearchParams(location.hash.slice(1))];
  asked.sort(([one], [other]) => (other === "seq_len") - (one === "seq_len"));  // limits position
  const left = asked.filter(([name, text]) => {
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
}

for (const name in controls) {
  const {box, slider} = controls[name];
  if (STOPS[name]) slider.max = STOPS[name].length - 1;
  slider.addEventListener("input", () => {
    state[name] = STOPS[name]?.[slider.value] ?? Number(slider.value);
    changed(name);
  });
  box.addEventListener("input", () => take(name) && changed(name));
  box.addEventListener("blur", showControls);
}
for (const type of ["pointerdown", "pointermove"]) {
  find("heat").addEventListener(type, event => {
    if (!event.buttons) return;
    const {top, height} = find("heat").getBoundingClientRect();
    state.position = Math.floor(limited((event.clientY - top) / height) * state.seq_len);
    changed("position");
  });
}
for (const type of ["click", "keydown"]) {  // the first touch of anything
  addEventListener(type, ({target}) => frame && target.id !== "turn" && changed("position"));
}
find("turn").addEventListener("click", () => turn(!frame));
find("controls").addEventListener("reset", () => setTimeout(() => { startOver(); changed(); }));
addEventListener("hashchange", () => { takeAddress(); changed(); });
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
lessMotion.addEventListener("change", () => lessMotion.matches && turn(false));
startOver();
takeAddress();
draw();
turn(!lessMotion.matches && !location.hash.includes("position="));
