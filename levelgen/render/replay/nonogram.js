// What the page shows of the line solver of a nonogram: the board with its clues, the line that is
// worked, and its words. Rows and columns are counted from 1, as people count them.

const EVERY = 5; // Each line of this many is thick.
const DIGIT = 0.34; // Width of a digit, as a share of a cell.
const LEVEL = 0.74; // Height of a number above a column, likewise.
const BLACK = "#000000";

/** The line that a step works: a row or a column, its number, and its first cell. */
function lineAt(step) {
  const moment = search.moments[step];
  if (moment.kind === "contradiction") return lineAt(step - 1);
  if (moment.kind !== "line") return null;
  const { cell, value } = moment;
  const row = Math.floor(cell / search.cols);
  return { side: value, cell, index: value ? cell - row * search.cols : row };
}

/** The clues beside the rows, or above the columns, on a canvas of their own. */
class Clues {
  constructor(canvas, side) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.side = side;
    this.clues = recording.clues[side];
    this.most = Math.max(1, ...this.clues.map((clue) => clue.length));
    const lengths = this.clues.flat().map(([length]) => length);
    this.digits = String(Math.max(0, ...lengths)).length;
    canvas.className = side ? "cols" : "rows";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", side ? "The clues of the columns" : "The clues of the rows");
  }

  /** Room for a number, as a share of a cell. */
  get slot() {
    return this.side ? LEVEL : DIGIT * this.digits + 0.3;
  }

  /** Room for the longest clue, likewise. */
  get share() {
    return this.most * this.slot + 0.3;
  }

  draw(board, colors, worked) {
    const { canvas, pen, side } = this;
    const deep = Math.ceil(this.share * board.side);
    canvas.width = side ? board.canvas.width : deep;
    canvas.height = side ? deep : board.canvas.height;
    canvas.style.width = `${canvas.width / board.ratio}px`;
    canvas.style.height = `${canvas.height / board.ratio}px`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    // A number above a column is no wider than the column.
    const size = Math.min(0.54, side ? 0.9 / (0.62 * this.digits) : 1) * board.side;
    pen.font = `${size}px system-ui, "DejaVu Sans", sans-serif`;
    this.clues.forEach((clue, index) => {
      const start = board.rim + index * board.side;
      if (worked && worked.side === side && worked.index === index) {
        pen.fillStyle = colors.back;
        pen.globalAlpha = 0.28;
        pen.fillRect(...(side ? [start, 0, board.side, deep] : [0, start, deep, board.side]));
        pen.globalAlpha = 1;
      }
      const runs = clue.length ? clue : [[0, 0]];
      runs.forEach((run, place) => this.number(run, runs.length - place - 0.5, start, board, colors, size));
    });
  }

  /** Draws one number, `back` slots away from the board. */
  number([length, color], back, start, board, colors, size) {
    const { pen, side } = this;
    const slot = this.slot * board.side;
    const along = this.share * board.side - 0.12 * board.side - back * slot;
    const [x, y] = side ? [start + board.side / 2, along] : [along, start + board.side / 2];
    const look = recording.tiles[color];
    pen.fillStyle = length ? colors.ink : colors.quiet;
    if (length && look.fill !== BLACK) {
      const [wide, high] = side ? [board.side, slot] : [slot, board.side];
      pen.fillStyle = look.fill;
      pen.fillRect(x - wide / 2 + 1, y - high / 2 + 1, wide - 2, high - 2);
      pen.fillStyle = look.ink;
    }
    pen.fillText(length, x, y + size * 0.36);
  }
}

/** The board of a puzzle. */
class NonogramPictures extends Pictures {
  constructor() {
    super(recording, search, new Level(recording, search), element("board"), element("entropy"));
    const drawing = this.board.canvas.parentElement;
    this.clues = [0, 1].map((side) => new Clues(document.createElement("canvas"), side));
    drawing.classList.add("clued");
    drawing.prepend(this.clues[1].canvas, this.clues[0].canvas);
  }

  get grids() {
    return [this.board];
  }

  resize(width, height, ratio) {
    const { rows, cols } = search;
    const across = width * (cols / (cols + this.clues[0].share));
    const down = height * (rows / (rows + this.clues[1].share));
    this.board.resize(this.board.fit(across, down, ratio), ratio);
    this.stamps.clear();
  }

  draw() {
    const { board } = this;
    board.clear();
    for (let row = 0; row < search.rows; row++) this.cells(row);
    this.rules();
    this.marks();
    for (const clues of this.clues) clues.draw(board, this.colors, lineAt(search.step));
  }

  /** Draws the cells of a row, neighbours that look alike in one go: boards have thousands. */
  cells(row) {
    const { board } = this;
    const first = row * search.cols;
    const dots = board.side >= GLYPHS_FROM;
    let start = 0;
    let value = search.only(first);
    for (let col = 1; col <= search.cols; col++) {
      const next = col < search.cols ? search.only(first + col) : null;
      if (next === value) continue;
      const [left, top] = board.corner(first + start);
      board.pen.fillStyle = value < 0 ? this.colors.open : this.tiles[value].fill;
      board.pen.fillRect(left, top, (col - start) * board.side, board.side);
      // Blank cells that are known have a dot.
      if (value === 0 && dots) for (let c = start; c < col; c++) this.stamp(first + c, 0);
      [start, value] = [col, next];
    }
  }

  /** Draws the lines between the cells. */
  rules() {
    const { board, colors } = this;
    const { pen, side, rim, rows, cols } = board;
    // Between cells of a few pixels, lines would be all there is to see.
    const every = board.visibleSide >= RINGS_FROM ? EVERY : Infinity;
    for (const thick of [false, true]) {
      const wide = thick ? Math.max(1.5 * board.ratio, 1) : 1;
      pen.fillStyle = thick ? colors.ink : colors.rule;
      if (!thick && every === Infinity) continue;
      for (let row = 0; row <= rows; row++) {
        if ((row % every === 0 || row === rows) !== thick) continue;
        pen.fillRect(rim, rim + row * side - wide / 2, cols * side, wide);
      }
      for (let col = 0; col <= cols; col++) {
        if ((col % every === 0 || col === cols) !== thick) continue;
        pen.fillRect(rim + col * side - wide / 2, rim, wide, rows * side);
      }
    }
  }

  marks() {
    const { board, colors } = this;
    const line = lineAt(search.step);
    if (line) {
      const bad = search.moment.kind === "contradiction";
      const [high, wide] = line.side ? [search.rows, 1] : [1, search.cols];
      board.frame(line.cell, high, wide, bad ? colors.red : colors.back, colors.rim, false);
    }
    if (board.visibleSide >= RINGS_FROM) {
      for (const cell of search.changes().keys()) board.ring(cell, colors.accent);
    }
    if (this.pointed >= 0) board.frame(this.pointed, 1, 1, colors.ink, colors.rim, false);
  }
}

class NonogramView {
  constructor() {
    this.pictures = new NonogramPictures();
  }

  get rows() {
    return search.rows;
  }

  get cols() {
    return search.cols;
  }

  placeOf(grid, cell) {
    return cell;
  }

  get summary() {
    return recording.names.length > 2 ? counted(recording.names.length - 1, "colour") : "";
  }

  get reading() {
    return "";
  }

  resize(width, height, ratio) {
    this.pictures.resize(width, height, ratio);
  }

  /** What happens in this step: a heading, and a sentence. */
  story() {
    const line = lineAt(search.step);
    const known = search.changes().size;
    if (!line) {
      const given = search.collapsed;
      return ["Start", given ? `${counted(given, "cell")} of ${search.total} given` : "all cells are open"];
    }
    const name = `${line.side ? "Column" : "Row"} ${line.index + 1}`;
    const clue = this.clue(recording.clues[line.side][line.index]);
    if (search.moment.kind === "contradiction") {
      return ["Contradiction", `${name.toLowerCase()} (${clue}) cannot be filled any more`];
    }
    if (!known) return [name, `clue ${clue}: nothing fits`];
    return [name, `clue ${clue}: ${counted(known, "cell")} become${known === 1 ? "s" : ""} known`];
  }

  clue(runs) {
    const several = recording.names.length > 2;
    const words = runs.map(([length, color]) => (several ? `${length} ${recording.names[color]}` : length));
    return words.join(several ? ", " : " ") || "0";
  }

  drawLegend() {
    element("tiles").replaceChildren(
      ...recording.names.map((name, number) => tileLine(sample(number), name, number ? "" : "background")),
    );
  }

  /** Says what is known of the cell under the pointer. */
  drawCell() {
    const { pointed } = this.pictures;
    element("cell-tiles").replaceChildren();
    if (pointed < 0) {
      element("cell-summary").textContent = "Point at a cell to see what is possible in it.";
      return;
    }
    const row = Math.floor(pointed / search.cols);
    const where = `Row ${row + 1}, column ${pointed - row * search.cols + 1}`;
    const left = search.domain(pointed);
    element("cell-summary").textContent = `${where}: ${left.length > 1 ? "open" : "known"}`;
    const lines = left.map((color) => tileLine(sample(color), recording.names[color], ""));
    element("cell-tiles").replaceChildren(...lines);
  }
}
