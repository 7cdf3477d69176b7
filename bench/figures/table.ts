// @ts-check
/** @typedef {import('./figure').Figure} Figure */

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

const titles = ['what', 'unit', 'measured', 'floor', 'ratio', 'bar', ''];

/** @param {Figure} figure @returns {string[]} */
function cells({ name, unit, measured, floor, ratio, bar, holds }) {
  const barText = !bar ? '' : 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  const verdict = holds === null ? '' : holds ? 'holds' : 'falls short';
  return [name, unit, number.format(measured), number.format(floor), ratio.toFixed(2), barText, verdict];
}

/** @param {readonly Figure[]} figures @returns {string} a table for a terminal, numbers to the right */
export function table(figures) {
  const rows = [titles, ...figures.map(cells)];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (/** @type {string} */ text, /** @type {number} */ column) =>
    column >= 2 && column <= 4 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
