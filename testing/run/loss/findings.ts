// @ts-check

/** Counts guarantees: each holds, or says how it was broken. */
export function findings() {
  let passed = 0;
  /** @type {string[]} */
  const broken = [];
  return {
    /** @param {string} guarantee a sentence @param {boolean} holds @param {unknown} [seen] what was found instead */
    expect(guarantee, holds, seen) {
      if (holds) passed += 1;
      else broken.push(`✗ ${guarantee}${seen === undefined ? '' : `\n    ${JSON.stringify(seen)}`}`);
    },
    /** @param {string} [heading] @returns {import('@/testing/run/tally').Outcome} */
    outcome: (heading = '') => ({
      passed,
      failed: broken.length,
      output: [heading, ...broken].filter(Boolean).join('\n'),
    }),
  };
}
