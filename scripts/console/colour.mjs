// @ts-check
const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** @param {number} code an ANSI colour */
const paint = (code) => (/** @type {string} */ text) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Colour text for a terminal; elsewhere they return it as it is. */
export const colour = { red: paint(31), green: paint(32), dim: paint(2), bold: paint(1) };
