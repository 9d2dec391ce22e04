// The controls: slider, buttons, keys, playing, and the words beside the pictures.

const element = (id) => document.getElementById(id);
const recording = JSON.parse(element("recording").textContent);
const search = new Search(recording, element("steps").textContent.trim());
const pictures = new Pictures(recording, search, element("board"), element("entropy"));
const pointAt = drawScale(element("scale"), search.tiles);
const player = element("player");
const slider = element("slider");
const THUMB = 12; // Width of the slider's thumb, as the style sheet has it.
const SHOWN_TILES = 24; // A cell's list names no more than this.

// ---- Words ---------------------------------------------------------------------------------

function place(cell) {
  const row = Math.floor(cell / search.cols);
  return `row ${row}, column ${cell - row * search.cols}`;
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function sums(changes) {
  let lost = 0;
  let got = 0;
  for (const change of changes.values()) {
    lost += change.lost;
    got += change.got;
  }
  return { lost, got };
}

/** What happens in this step: a heading, and a sentence. */
function story() {
  const { kind, cell, value } = search.moment;
  const changes = search.changes();
  const { lost, got } = sums(changes);
  const removed = lost
    ? `propagation bans ${counted(lost, "tile")} in ${counted(changes.size, "cell")}`
    : "nothing else changes";
  switch (kind) {
    case "start":
      return ["Start", `${counted(search.total, "cell")}, ${counted(search.tiles, "tile")}`];
    case "propagate":
      return ["First propagation", `what is given bans ${counted(lost, "tile")} in ${counted(changes.size, "cell")}`];
    case "observe": {
      const own = (changes.get(cell) || { lost: 0 }).lost;
      const others = changes.size - (own ? 1 : 0);
      const more = lost > own
        ? `propagation bans ${counted(lost - own, "tile")} in ${counted(others, "cell")}`
        : "nothing else changes";
      return ["Observe", `${place(cell)} collapses to ${recording.tiles[value].id}; ${more}`];
    }
    case "contradiction":
      return ["Contradiction", search.counts[cell]
        ? `the run at ${place(cell)} became too long`
        : `no tile is left at ${place(cell)}`];
    case "backtrack":
      return ["Backtrack", `the last decision is taken back, its tile is banned; ${value ? counted(value, "decision") : "no decision"} left`];
    case "restart":
      return ["Restart", "all decisions are taken back; what was proved stays"];
    case "reset":
      return ["Window reset", `cells up to ${value} away from ${place(cell)} are freed; ${removed}`];
    default:
      return ["Back", `the attempt is taken back: ${counted(got, "tile")} possible again`];
  }
}

function tell() {
  const { moment } = search;
  const [heading, sentence] = story();
  const bold = document.createElement("b");
  bold.textContent = heading;
  bold.className = moment.kind === "contradiction" ? "bad" : "";
  element("story").replaceChildren(bold, ` · ${sentence}`);
  element("step").value = `${search.step} / ${search.last}`;
  element("collapsed").value = `${search.collapsed} / ${search.total}`;
  element("contradictions").value = moment.contradictions;
  element("backtracks").value = moment.backtracks;
  slider.value = search.step;
  slider.setAttribute("aria-valuetext", `Step ${search.step} of ${search.last}. ${heading}: ${sentence}`);
  element("previous").disabled = search.contradiction(search.step, -1) < 0;
  element("next").disabled = search.contradiction(search.step, 1) < 0;
  element("first").disabled = element("back").disabled = search.step === 0;
  element("last").disabled = element("forward").disabled = search.step === search.last;
  // The state in plain words, for style sheets and for tests.
  player.dataset.step = search.step;
  player.dataset.kind = moment.kind;
  player.dataset.cell = moment.cell;
  player.dataset.observed = moment.observed;
}

// ---- Small tiles ---------------------------------------------------------------------------

function sample(tile) {
  const picture = document.createElement("canvas");
  picture.width = picture.height = 40;
  drawTile(picture.getContext("2d"), recording.tiles[tile], 0, 0, 40);
  return picture;
}

function tileLine(tile, name, note) {
  const line = document.createElement("li");
  const small = document.createElement("small");
  small.textContent = note;
  line.append(sample(tile), name, " ", small);
  return line;
}

function percent(share) {
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`;
}

function drawLegend() {
  element("tiles").replaceChildren(
    ...recording.names.map((name, base) => {
      const variants = recording.tiles.filter((look) => look.base === base).length;
      const first = recording.tiles.findIndex((look) => look.base === base);
      return tileLine(first, name, variants > 1 ? `× ${variants}` : "");
    }),
  );
  element("window-sign").hidden = !search.moments.some(({ kind }) => kind === "reset");
}

/** Lists what is possible in the cell under the pointer, else in the one collapsed last. */
function drawCell() {
  const { moment } = search;
  const shown = pictures.pointed >= 0 ? pictures.pointed
    : moment.kind === "contradiction" ? moment.cell : moment.observed;
  const there = shown >= 0 && search.exists[shown];
  pointAt(there && pictures.pointed >= 0 ? search.entropy(shown) : null);
  if (!there) {
    element("cell-summary").textContent = "Point at a cell to see what is possible in it.";
    element("cell-tiles").replaceChildren();
    return;
  }
  const count = search.counts[shown];
  const where = place(shown);
  element("cell-summary").textContent =
    `${where[0].toUpperCase()}${where.slice(1)}: ${count} of ${search.tiles} tiles, ${search.entropy(shown).toFixed(2)} bits`;
  const shares = search.shares(shown).sort((one, two) => two.share - one.share || one.tile - two.tile);
  const lines = shares.slice(0, SHOWN_TILES)
    .map(({ tile, share }) => tileLine(tile, recording.tiles[tile].id, percent(share)));
  if (shares.length > lines.length) {
    const more = document.createElement("li");
    more.textContent = `and ${shares.length - lines.length} more`;
    lines.push(more);
  }
  element("cell-tiles").replaceChildren(...lines);
}

// ---- Steps ---------------------------------------------------------------------------------

function show() {
  pictures.draw();
  tell();
  drawCell();
}

function go(step) {
  search.seek(Math.min(Math.max(step, 0), search.last));
  show();
}

function jump(direction) {
  const found = search.contradiction(search.step, direction);
  if (found < 0) return;
  pause();
  go(found);
}

function move(distance) {
  pause();
  go(search.step + distance);
}

// ---- Playing -------------------------------------------------------------------------------

let playing = false;
let before = 0;
let due = 0;

function play() {
  if (search.step === search.last) go(0);
  playing = true;
  before = performance.now();
  due = 0;
  mirror();
  requestAnimationFrame(tick);
}

function pause() {
  playing = false;
  mirror();
}

function mirror() {
  player.classList.toggle("playing", playing);
  element("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  // Nobody wants to hear every step of a film.
  element("story").setAttribute("aria-live", playing ? "off" : "polite");
}

function tick(now) {
  if (!playing) return;
  due += ((now - before) / 1000) * Number(element("speed").value);
  before = now;
  const whole = Math.floor(due);
  if (whole > 0) {
    due -= whole;
    go(search.step + whole);
  }
  if (search.step === search.last) pause();
  else requestAnimationFrame(tick);
}

function offerSpeeds() {
  const speeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  // Whatever its length, the whole film lasts about a quarter of a minute at first.
  const wished = speeds.find((speed) => speed >= search.last / 20) || speeds[speeds.length - 1];
  const chosen = Math.max(wished, 5);
  for (const speed of speeds) {
    const option = new Option(`${speed} step${speed > 1 ? "s" : ""}/s`, speed);
    option.selected = speed === chosen;
    element("speed").append(option);
  }
}

// ---- Events --------------------------------------------------------------------------------

function press(id, action) {
  element(id).addEventListener("click", (event) => {
    action();
    // After a mouse click the space bar should play, not press the same button again.
    if (event.detail > 0) element(id).blur();
  });
}

press("first", () => move(-search.last));
press("back", () => move(-1));
press("play", () => (playing ? pause() : play()));
press("forward", () => move(1));
press("last", () => move(search.last));
press("previous", () => jump(-1));
press("next", () => jump(1));

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLSelectElement) return;
  const far = event.shiftKey ? 10 : 1;
  const actions = {
    ArrowRight: () => move(far),
    ArrowLeft: () => move(-far),
    Home: () => move(-search.last),
    End: () => move(search.last),
    n: () => jump(1),
    p: () => jump(-1),
    " ": () => (playing ? pause() : play()),
  };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!(key in actions)) return;
  // A button that has the focus is pressed by the space bar.
  if (key === " " && event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  actions[key]();
});

for (const grid of [pictures.board, pictures.map]) {
  const point = (cell) => {
    if (cell === pictures.pointed) return;
    pictures.pointed = cell;
    pictures.draw();
    drawCell();
  };
  grid.canvas.addEventListener("pointermove", (event) => point(grid.cellAt(event)));
  grid.canvas.addEventListener("pointerleave", () => point(-1));
}

/** Fits everything into the window. */
function layOut() {
  const ratio = window.devicePixelRatio || 1;
  const figure = document.querySelector("figure");
  const width = figure.clientWidth - element("scale").offsetWidth - 8;
  // What stands above and below the pictures should be in sight as well.
  const height = Math.min(Math.max(window.innerHeight - 330, 260), 760);
  pictures.resize(width, height, ratio);
  element("reading").textContent = pictures.numbered
    ? "number = tiles that are still possible" : "pale = still open";
  drawCourse(element("course"), search, THUMB, ratio);
  show();
}

new ResizeObserver(layOut).observe(document.querySelector(".stage"));
window.addEventListener("resize", layOut);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  pictures.refresh();
  layOut();
});

element("details").textContent = [
  recording.details,
  `${search.rows}×${search.cols} cells`,
  `${counted(search.tiles, "tile")}`,
].filter(Boolean).join(" · ");
if (recording.status) {
  const badge = element("status");
  badge.textContent = recording.status;
  badge.classList.add(recording.status);
  badge.hidden = false;
}
slider.max = search.last;
offerSpeeds();
drawLegend();
// "replay.html#120" opens at step 120.
search.seek(Math.min(Number(/^#(\d+)$/.exec(location.hash)?.[1] || 0), search.last));
layOut();
