// Small helpers for the words of the page.

const element = (id) => document.getElementById(id);

function place(cell) {
  const row = Math.floor(cell / search.cols);
  return `row ${row}, column ${cell - row * search.cols}`;
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
