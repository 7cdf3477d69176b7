import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { lastLines } from '@/scripts/console/child.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import type { Counts } from './report-counts';

/** The result of one stage, with its text. */
export interface Outcome extends Counts {
  output: string;
}

/** A stage that couldn't run counts as one failure. */
function failure(error: unknown): Outcome {
  if (error instanceof Stop)
    return { passed: 0, failed: 1, output: `${error.output}\n${error.message}`.trim() };
  return { passed: 0, failed: 1, output: String((error as Error).stack ?? error) };
}

export interface Tally {
  /**
   * Runs a stage and prints one line about it.
   * @returns whether it passed; a stage in which nothing ran didn't
   */
  stage(name: string, doing: string, work: () => Promise<Outcome>): Promise<boolean>;
  /**
   * Runs what stages need. It prints its own lines and counts only if it fails.
   * @returns undefined if it failed
   */
  prerequisite<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Prints the ten slowest tests and the last line, and lets the process exit with 1 if anything failed. */
  finish(): void;
}

/** Counts what passed and failed over the stages of a run. A failing stage shows its output and stops nothing. */
export function tally(): Tally {
  const total = { passed: 0, failed: 0 };
  const times: NonNullable<Counts['times']> = [];
  const add = ({ passed, failed, output }: Outcome) => {
    total.passed += passed;
    total.failed += failed;
    if (failed > 0 && !projectEnvironment().verbose) console.error(`\n${lastLines(output, 200)}\n`);
    return failed === 0;
  };
  return {
    async stage(name, doing, work) {
      const counted = async () => {
        const outcome = await work().catch(failure);
        return outcome.passed + outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
      };
      const outcome = await step(name, doing, counted, ({ passed, failed }) => ({
        ok: failed === 0,
        text: failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`,
      }));
      times.push(...(outcome.times ?? []));
      for (const test of outcome.secondTry ?? []) console.log(`  passed at the second try: ${test}`);
      return add(outcome);
    },
    async prerequisite(work) {
      try {
        return await work();
      } catch (error) {
        add(failure(error));
        return undefined;
      }
    },
    finish() {
      const slowest = times.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
      if (slowest.length > 0) console.log('The slowest tests:');
      for (const { test, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(5)} s  ${test}`);
      console.log(`${total.passed} passed, ${total.failed} failed`);
      process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
    },
  };
}
