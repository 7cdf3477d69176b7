// @ts-check

/** @param {readonly number[]} values at least one @returns {number} the middle one, or the mean of the two */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/**
 * The median of each round's own ratio: both of a pair met the same neighbours on this machine, while medians taken
 * apart may come from different rounds.
 *
 * @param {readonly number[]} measured one for each round
 * @param {readonly number[]} floor of the same rounds
 */
export const medianRatio = (measured, floor) =>
  median(measured.map((value, round) => value / (floor[round] ?? Number.NaN)));
