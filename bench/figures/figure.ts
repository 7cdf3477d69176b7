// @ts-check
import { median, medianRatio } from './statistics';

/** @typedef {{ atLeast: number } | { atMost: number }} Bar what the ratio must keep to */

/**
 * One line of the table.
 *
 * @typedef {object} Figure
 * @property {string} name what was measured
 * @property {string} unit of `measured` and `floor`
 * @property {number} measured median over the rounds
 * @property {number} floor the same of what it is held against
 * @property {number} ratio median over the rounds of measured / floor
 * @property {Bar | null} bar null: for information
 * @property {boolean | null} holds null without a bar
 */

/**
 * @param {{ name: string, unit: string, measured: readonly number[], floor: readonly number[], bar?: Bar }} rounds
 *   one value for each round
 * @returns {Figure}
 */
export function figure({ name, unit, measured, floor, bar = undefined }) {
  const ratio = medianRatio(measured, floor);
  const values = { name, unit, measured: median(measured), floor: median(floor), ratio };
  if (!bar) return { ...values, bar: null, holds: null };
  return { ...values, bar, holds: 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost };
}
