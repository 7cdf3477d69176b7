// @ts-check
import { styleText } from 'node:util';

/** @param {string} mark @param {string} name @param {string} text */
const line = (mark, name, text) => `${mark} ${name.padEnd(9)} ${text}`;

/** @param {number} since from `performance.now()` */
const elapsed = (since) => styleText('dim', `(${((performance.now() - since) / 1000).toFixed(1)} s)`);

/** @param {string} name @param {string} text */
export const say = (name, text) => console.log(line(styleText('dim', '·'), name, text));

/**
 * Runs one piece of work and prints one line about it: the result and the time. On a terminal the line appears when the
 * work starts.
 *
 * @template T
 * @param {string} name one word
 * @param {string} doing the work, as in "installing dependencies"
 * @param {() => Promise<T>} work
 * @param {(result: T) => { text: string, ok?: boolean }} summary the final text of the line; `ok: false` marks it
 *   failed
 * @returns {Promise<T>}
 */
export async function step(name, doing, work, summary) {
  const since = performance.now();
  const { isTTY } = process.stdout;
  if (isTTY) process.stdout.write(line(styleText('dim', '…'), name, doing));
  const end = (/** @type {boolean} */ ok, /** @type {string} */ text) =>
    console.log(
      `${isTTY ? '\r\u001b[K' : ''}${line(ok ? styleText('green', '✓') : styleText('red', '✗'), name, text)} ${elapsed(since)}`,
    );
  try {
    const result = await work();
    const { text, ok = true } = summary(result);
    end(ok, text);
    return result;
  } catch (error) {
    end(false, `${doing} failed`);
    throw error;
  }
}
