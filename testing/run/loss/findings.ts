import type { Outcome } from '@/testing/run/tally';

/** Counts guarantees: each holds, or is reported as broken. */
export interface Findings {
  /**
   * @param guarantee a sentence
   * @param seen the actual result
   */
  expect(guarantee: string, holds: boolean, seen?: unknown): void;
  outcome(heading?: string): Outcome;
}

export function findings(): Findings {
  let passed = 0;
  const broken: string[] = [];
  return {
    expect(guarantee, holds, seen) {
      if (holds) passed += 1;
      else broken.push(`✗ ${guarantee}${seen === undefined ? '' : `\n    ${JSON.stringify(seen)}`}`);
    },
    outcome: (heading = '') => ({
      passed,
      failed: broken.length,
      output: [heading, ...broken].filter(Boolean).join('\n'),
    }),
  };
}
