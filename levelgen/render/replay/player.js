// The controls: slider, buttons, keys, playing, and the words beside the pictures.

const recording = JSON.parse(element("recording").textContent);
const search = new Search(recording, element("steps").textContent.trim());
const view = recording.clues ? new NonogramView() : new LevelView();
const { pictures } = view;
const player = element("player");
const slider = element("slider");
const THUMB = 12; // Width of the slider's thumb, as the style sheet has it.

// ---- Words ---------------------------------------------------------------------------------

function tell() {
  const { moment } = search;
  const [heading, sentence] = view.story();
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

// ---- Steps ---------------------------------------------------------------------------------

function show() {
  pictures.draw();
  tell();
  view.drawCell();
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

for (const grid of pictures.grids) {
  const point = (cell) => {
    if (cell === pictures.pointed) return;
    pictures.pointed = cell;
    pictures.draw();
    view.drawCell();
  };
  grid.canvas.addEventListener("pointermove", (event) => {
    const cell = grid.cellAt(event);
    point(cell >= 0 ? view.placeOf(grid, cell) : cell);
  });
  grid.canvas.addEventListener("pointerleave", () => point(-1));
}

/** Fits everything into the window. */
function layOut() {
  const ratio = window.devicePixelRatio || 1;
  const figure = document.querySelector("figure");
  // What stands above and below the pictures should be in sight as well.
  const height = Math.min(Math.max(window.innerHeight - 330, 260), 760);
  view.resize(figure.clientWidth, height, ratio);
  element("reading").textContent = view.reading;
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
  `${view.rows}×${view.cols} cells`,
  view.summary,
].filter(Boolean).join(" · ");
if (recording.status) {
  const badge = element("status");
  badge.textContent = recording.status;
  badge.classList.add(recording.status);
  badge.hidden = false;
}
slider.max = search.last;
offerSpeeds();
view.drawLegend();
// "replay.html#120" opens at step 120.
search.seek(Math.min(Number(/^#(\d+)$/.exec(location.hash)?.[1] || 0), search.last));
layOut();
