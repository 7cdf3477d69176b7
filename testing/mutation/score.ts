import fs from 'node:fs';
import type { Mutant } from './plan-mutants';

/** A mutant's outcome: one line of a shard's results. */
export interface Verdict {
  id: string;
  /** `begun` and nothing after it: the process ended with this mutant. `uncovered`: no test runs its code. */
  state: 'begun' | 'killed' | 'survived' | 'uncovered';
  /** The test that failed. */
  by?: string;
  /** How long it was tried, in milliseconds. */
  ms?: number;
}

/** The verdicts in a results file, one per line; none if it isn't there yet. */
export function readVerdicts(file: string): Verdict[] {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

interface Score {
  area: string;
  /** Mutants whose fault turned a test red. */
  killed: number;
  /** All except the mutants that a comment excuses. */
  tried: number;
  /** Of 100, rounded down: what isn't reached isn't claimed. */
  percent: number;
}

export interface Report {
  scores: Score[];
  /** The mutants that no test noticed, a line each. */
  survivors: string[];
  /** Mutants that a comment in the source excuses, with its reason. */
  excused: string[];
}

/**
 * Sums up a run.
 * @param verdicts a later one of the same mutant replaces an earlier one
 * @throws Error if a mutant has no verdict: a score of what happened to be tried would say nothing
 */
export function report(mutants: Mutant[], verdicts: Verdict[]): Report {
  const states = new Map(verdicts.map(({ id, state }) => [id, state]));
  const tried = mutants.filter(({ excused }) => excused === undefined);
  const missing = tried.filter(({ id }) => !states.has(id));
  if (missing.length > 0) throw new Error(`${missing.length} mutants were not tried.`);
  // A fault that ends the process doesn't go unnoticed.
  const isKilled = ({ id }: Mutant) => ['begun', 'killed'].includes(states.get(id) ?? '');
  const areas = [...new Set(tried.map(({ area }) => area))];
  return {
    scores: areas.map((area) => {
      const own = tried.filter((mutant) => mutant.area === area);
      const killed = own.filter(isKilled).length;
      return { area, killed, tried: own.length, percent: Math.floor((100 * killed) / own.length) };
    }),
    survivors: tried
      .filter((mutant) => !isKilled(mutant))
      .map((mutant) => line(mutant, states.get(mutant.id) === 'uncovered' ? ' (no test runs it)' : '')),
    excused: mutants.flatMap((mutant) => (mutant.excused ? line(mutant, `: ${mutant.excused}`) : [])),
  };
}

const line = ({ file, line, kind, replacement }: Mutant, end: string) =>
  `${file}:${line} ${kind} → ${replacement.replace(/\s+/g, ' ').slice(0, 80)}${end}`;
