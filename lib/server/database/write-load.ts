// @ts-check

/**
 * How busy the database's one writer is.
 *
 * @typedef {object} WriteLoad
 * @property {() => number} waiting how many transactions wait for their turn
 * @property {number} committedAt when the newest one was committed, as `performance.now()` tells time
 * @property {(seconds: number) => void} onStart told how long a transaction waited, when it begins
 * @property {(result: 'committed' | 'failed') => void} onEnd
 */

// Kept on globalThis: the server in front of Next reads what the code that Next has bundled counts.
const holder = /** @type {{ switchyardWriteLoad?: WriteLoad }} */ (globalThis);
holder.switchyardWriteLoad ??= {
  waiting: () => 0,
  committedAt: Number.NEGATIVE_INFINITY,
  onStart: () => {},
  onEnd: () => {},
};

/** The write load of this process. */
export const writeLoad = holder.switchyardWriteLoad;
