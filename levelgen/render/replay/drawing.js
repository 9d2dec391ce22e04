// What is drawn: the board, the entropy map with its scale, the course of the search, small tiles.

// Viridis at equal distances: it rises evenly in lightness, for every kind of colour vision.
const SCALE = [
  "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
  "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725",
].map(channels);

const NUMBERS_FROM = 13; // Smaller cells, in CSS pixels, have no room for a number.
const RINGS_FROM = 5;
const GLYPHS_FROM = 13; // In device pixels.
const RIM = 4; // Room around the cells for frames, in CSS pixels.

function channels(color) {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}

function mixed(one, other, share) {
  return one.map((value, index) => value + (other[index] - value) * share);
}

function css(color) {
  return `rgb(${color.map(Math.round).join(" ")})`;
}

/** The colour of an entropy, as a share of the highest one. */
function heat(share) {
  const place = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1);
  const low = Math.min(Math.floor(place), SCALE.length - 2);
  return mixed(SCALE[low], SCALE[low + 1], place - low);
}

/** The colours of the style sheet, which knows whether the reader likes it dark. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["panel", "ink", "quiet", "line", "rule", "open", "accent", "back", "red", "rim"];
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Draws a whole tile on a square whose corner is at (left, top). */
function drawTile(pen, look, left, top, side) {
  pen.fillStyle = look.fill;
  pen.fillRect(left, top, side, side);
  pen.save();
  if (look.shapes) {
    pen.beginPath();
    pen.rect(left, top, side, side);
    pen.clip();
    pen.translate(left + side / 2, top + side / 2);
    pen.scale(side, side);
    for (const [path, color, width] of look.shapes) {
      pen.fillStyle = pen.strokeStyle = color;
      pen.lineWidth = width;
      if (width) pen.stroke(new Path2D(path));
      else pen.fill(new Path2D(path));
    }
  } else if (side >= GLYPHS_FROM) {
    pen.globalAlpha = 0.38;
    pen.fillStyle = look.ink;
    pen.font = `${side * 0.62}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    // Glyphs differ in height: each is centred by its own ink.
    const size = pen.measureText(look.glyph);
    const rise = (size.actualBoundingBoxAscent - size.actualBoundingBoxDescent) / 2;
    pen.fillText(look.glyph, left + side / 2, top + side / 2 + rise);
  }
  pen.restore();
}

/** A canvas of square cells; what is drawn counts in device pixels. */
class Grid {
  constructor(canvas, rows, cols) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.rows = rows;
    this.cols = cols;
  }

  /** How large cells can be, in device pixels, that fit into a room given in CSS pixels. */
  fit(width, height, ratio) {
    const fit = Math.min((width - 2 * RIM) / this.cols, (height - 2 * RIM) / this.rows);
    return Math.max(Math.floor(fit * ratio), 1);
  }

  resize(side, ratio) {
    this.ratio = ratio;
    this.rim = Math.round(RIM * ratio);
    this.side = side;
    this.canvas.width = this.cols * this.side + 2 * this.rim;
    this.canvas.height = this.rows * this.side + 2 * this.rim;
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.canvas.dataset.side = this.side;
    this.canvas.dataset.rim = this.rim;
  }

  get visibleSide() {
    return this.side / this.ratio;
  }

  clear() {
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  corner(cell) {
    const row = Math.floor(cell / this.cols);
    return [this.rim + (cell - row * this.cols) * this.side, this.rim + row * this.side];
  }

  /** The cell under a pointer, -1 when there is none. */
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const place = (offset) => Math.floor((offset * this.ratio - this.rim) / this.side);
    const row = place(event.clientY - box.top);
    const col = place(event.clientX - box.left);
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : -1;
  }

  square(cell, color, gap = 0) {
    this.pen.fillStyle = color;
    this.pen.fillRect(...this.corner(cell), this.side - gap, this.side - gap);
  }

  /** A thin frame inside a cell. */
  ring(cell, color) {
    const [left, top] = this.corner(cell);
    const line = Math.max(Math.round(this.side * 0.07), 1);
    this.pen.strokeStyle = color;
    this.pen.lineWidth = line;
    this.pen.strokeRect(left + line / 2, top + line / 2, this.side - line, this.side - line);
  }

  /** A frame around a rectangle of cells; a rim parts it from any colour beneath. */
  frame(cell, height, width, color, rim, dashed) {
    const [left, top] = this.corner(cell);
    const line = Math.min(Math.max(this.side * 0.1, 1.5 * this.ratio), 3.5 * this.ratio);
    const strokes = [[rim, line + 2 * this.ratio, false], [color, line, dashed]];
    for (const [ink, wide, broken] of strokes) {
      this.pen.strokeStyle = ink;
      this.pen.lineWidth = wide;
      this.pen.setLineDash(broken ? [3 * line, 2 * line] : []);
      this.pen.strokeRect(left, top, width * this.side, height * this.side);
    }
    this.pen.setLineDash([]);
  }

  cross(cell, color, ink) {
    const [left, top] = this.corner(cell);
    this.square(cell, color);
    const inset = this.side * 0.25;
    this.pen.strokeStyle = ink;
    this.pen.lineWidth = Math.max(this.side * 0.12, 1);
    this.pen.lineCap = "round";
    this.pen.beginPath();
    this.pen.moveTo(left + inset, top + inset);
    this.pen.lineTo(left + this.side - inset, top + this.side - inset);
    this.pen.moveTo(left + this.side - inset, top + inset);
    this.pen.lineTo(left + inset, top + this.side - inset);
    this.pen.stroke();
    this.pen.lineCap = "butt";
  }
}

/** The level and the entropy map, side by side with cells of the same size. */
class Pictures {
  constructor(recording, search, level, board, entropy) {
    this.search = search;
    this.level = level;
    this.tiles = recording.tiles;
    this.periodic = recording.periodic;
    this.fills = this.tiles.map((look) => channels(averageColor(look)));
    this.highest = Math.log2(search.tiles);
    this.board = new Grid(board, level.rows, level.cols);
    this.map = new Grid(entropy, search.rows, search.cols);
    this.pointed = -1;
    this.refresh();
  }

  /** Takes over new colours and sizes. */
  refresh() {
    this.colors = theme();
    this.ground = channels(this.colors.open);
    this.stamps = new Map();
  }

  /** What a pointer can point at. */
  get grids() {
    return [this.board, this.map];
  }

  /** Whether open cells have room for a number. */
  get numbered() {
    return this.board.visibleSide >= NUMBERS_FROM;
  }

  resize(width, height, ratio) {
    const side = this.board.fit(width, height, ratio);
    this.board.resize(side, ratio);
    this.map.resize(side, ratio);
    this.stamps.clear();
  }

  draw() {
    const { search, level, board, map } = this;
    board.clear();
    map.clear();
    for (let cell = 0; cell < level.cells; cell++) {
      if (!level.exists[cell]) continue;
      const shares = level.shares(cell);
      if (shares.length === 1) this.stamp(cell, shares[0].tile);
      else if (shares.length) this.openCell(cell, shares);
      else board.cross(cell, this.colors.red, "#ffffff");
    }
    for (let cell = 0; cell < search.cells; cell++) {
      if (!search.exists[cell]) continue;
      map.square(cell, css(heat(this.highest ? search.entropy(cell) / this.highest : 0)));
    }
    this.marks();
  }

  /** Draws a tile from a picture of it: boards have thousands. */
  stamp(cell, tile) {
    const { side } = this.board;
    let picture = this.stamps.get(tile);
    if (!picture) {
      picture = document.createElement("canvas");
      picture.width = picture.height = side;
      drawTile(picture.getContext("2d"), this.tiles[tile], 0, 0, side);
      this.stamps.set(tile, picture);
    }
    this.board.pen.drawImage(picture, ...this.board.corner(cell));
  }

  /** Draws an open cell: how many tiles are possible, over a hint of their colours. */
  openCell(cell, shares) {
    const { search, level, board } = this;
    let blend = [0, 0, 0];
    for (const { tile, share } of shares) {
      blend = blend.map((value, index) => value + share * this.fills[tile][index]);
    }
    // The surer a cell is, the stronger its colour.
    const sure = 1 - (this.highest ? search.entropy(level.place(cell)) / this.highest : 0);
    // Gaps part the cells that wait; what is collapsed is one picture.
    board.square(cell, css(mixed(this.ground, blend, 0.12 + 0.5 * sure)), this.numbered ? 1 : 0);
    if (!this.numbered) return;
    const [left, top] = board.corner(cell);
    const { pen, side } = board;
    pen.fillStyle = this.colors.ink;
    pen.globalAlpha = 0.62;
    pen.font = `${Math.round(side * 0.44)}px system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillText(shares.length, left + side / 2, top + side * 0.66);
    pen.globalAlpha = 1;
  }

  marks() {
    const { search, level, board, colors } = this;
    const { moment } = search;
    if (board.visibleSide >= RINGS_FROM) {
      for (const [cell, { got }] of search.changes()) {
        board.ring(level.corner(cell), got ? colors.back : colors.accent);
      }
    }
    for (const grid of [this.board, this.map]) {
      if (moment.kind === "reset") this.window(grid, moment);
      const at = grid === board ? level.corner(moment.cell) : moment.cell;
      if (moment.kind === "contradiction") grid.cross(at, colors.red, "#ffffff");
      if (this.pointed >= 0) this.outline(grid, this.pointed, colors.ink, colors.rim, false);
      if (moment.observed >= 0) {
        const open = !moment.standing || search.counts[moment.observed] !== 1;
        this.outline(grid, moment.observed, colors.red, "#ffffff", open);
      }
    }
  }

  /** Frames a cell of the board; on a level beneath, all of its window. */
  outline(grid, cell, color, rim, dashed) {
    const { windows } = this.level;
    if (grid !== this.board || !windows) {
      grid.frame(cell, 1, 1, color, rim, dashed);
      return;
    }
    const row = Math.floor(cell / this.search.cols);
    const col = cell - row * this.search.cols;
    for (const [top, low] of spans(row, windows.height, grid.rows)) {
      for (const [left, right] of spans(col, windows.width, grid.cols)) {
        grid.frame(top * grid.cols + left, low - top + 1, right - left + 1, color, rim, dashed);
      }
    }
  }

  /** Frames what lies on the board of a window, which reaches over joined edges. */
  window(grid, { cell, value: radius }) {
    const { rows, cols } = this.search;
    const row = Math.floor(cell / cols);
    const col = cell - row * cols;
    const { back, rim } = this.colors;
    for (const [top, low] of parts(row, radius, rows, this.periodic[0])) {
      for (const [left, right] of parts(col, radius, cols, this.periodic[1])) {
        grid.frame(top * grid.cols + left, low - top + 1, right - left + 1, back, rim, true);
      }
    }
  }
}

/** The parts of a window, first and last, on a line that it may leave and enter again. */
function spans(first, length, total) {
  const over = first + length - total;
  return over > 0 ? [[first, total - 1], [0, over - 1]] : [[first, first + length - 1]];
}

/** The parts of a line, first and last, that lie within a radius of one of its cells. */
function parts(middle, radius, length, joined) {
  if (joined && 2 * radius + 1 >= length) return [[0, length - 1]];
  return (joined ? [-length, 0, length] : [0])
    .map((shift) => middle + shift)
    .map((place) => [Math.max(place - radius, 0), Math.min(place + radius, length - 1)])
    .filter(([first, last]) => first <= last);
}

/** The colour that a tile has from afar: of its whole area, ways included. */
function averageColor(look) {
  if (!look.shapes || !look.shapes.length) return look.fill;
  const picture = document.createElement("canvas");
  picture.width = picture.height = 16;
  const pen = picture.getContext("2d");
  drawTile(pen, look, 0, 0, 16);
  const { data } = pen.getImageData(0, 0, 16, 16);
  const sums = [0, 0, 0];
  for (let place = 0; place < data.length; place++) {
    if (place % 4 < 3) sums[place % 4] += data[place];
  }
  const hex = (sum) => Math.round((4 * sum) / data.length).toString(16).padStart(2, "0");
  return "#" + sums.map(hex).join("");
}

/** The colour bar: it never changes, so that colours mean the same at every step and on every page. */
function drawScale(element, tiles, word) {
  const highest = Math.log2(tiles);
  const place = (value) => `${highest ? (100 * value) / highest : 0}%`;
  const bar = document.createElement("div");
  bar.className = "bar";
  const stops = SCALE.map((color) => css(color)).join(", ");
  bar.style.background = `linear-gradient(to top, ${stops})`;
  element.append(bar);
  const step = highest > 6 ? 2 : highest > 2.5 ? 1 : 0.5;
  const values = [];
  for (let value = 0; highest - value > step * 0.45; value += step) values.push([value, `${value}`]);
  values.push([highest, highest.toFixed(2)]);
  for (const [value, text] of values) {
    const tick = document.createElement("span");
    tick.className = "tick";
    tick.style.bottom = place(value);
    tick.textContent = text;
    element.append(tick);
  }
  const marker = document.createElement("div");
  marker.className = "marker";
  marker.hidden = true;
  element.append(marker);
  element.dataset.highest = highest;
  const most = `${highest.toFixed(2)} bits, ${tiles} ${word}s equally likely`;
  element.title = `0 bits: one ${word} left; ${most}`;
  element.setAttribute("aria-label", `Scale from 0 bits, one ${word} left, to ${most}`);
  return (value) => {
    marker.hidden = value === null;
    if (value !== null) marker.style.bottom = place(value);
  };
}

/** The course of the search: collapsed cells over the steps, and where it went wrong. */
function drawCourse(canvas, search, thumb, ratio) {
  const colors = theme();
  const width = (canvas.width = Math.round(canvas.clientWidth * ratio));
  const height = (canvas.height = Math.round(canvas.clientHeight * ratio));
  const pen = canvas.getContext("2d");
  pen.fillStyle = colors.open;
  pen.fillRect(0, 0, width, height);
  const inset = (thumb / 2) * ratio;
  const x = (step) => inset + (search.last ? step / search.last : 0) * (width - 2 * inset);
  const y = ({ collapsed }) => height - 2 * ratio - (collapsed / (search.total || 1)) * (height - 10 * ratio);
  pen.beginPath();
  pen.moveTo(x(0), height);
  search.moments.forEach((moment, step) => pen.lineTo(x(step), y(moment)));
  pen.lineTo(x(search.last), height);
  pen.globalAlpha = 0.35;
  pen.fillStyle = colors.accent;
  pen.fill();
  pen.globalAlpha = 1;
  search.moments.forEach(({ kind }, step) => {
    if (kind === "contradiction") pen.fillStyle = colors.red;
    else if (kind === "reset" || kind === "restart") pen.fillStyle = colors.back;
    else return;
    const high = kind === "contradiction" ? 0.3 : 1;
    pen.fillRect(Math.round(x(step) - ratio / 2), 0, Math.max(Math.round(ratio), 1), high * height);
  });
}

/** A small picture of a tile. */
function sample(tile) {
  const picture = document.createElement("canvas");
  picture.width = picture.height = 40;
  drawTile(picture.getContext("2d"), recording.tiles[tile], 0, 0, 40);
  return picture;
}

/** A line of a list: a small picture, a name, a note. */
function tileLine(picture, name, note) {
  const line = document.createElement("li");
  const small = document.createElement("small");
  small.textContent = note;
  line.append(picture, name, " ", small);
  return line;
}
