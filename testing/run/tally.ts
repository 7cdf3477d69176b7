// @ts-check

import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { lastLines } from '@/scripts/console/child.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

/** @typedef {import('./report-counts').Counts & { output: string }} Outcome what one stage found, and its text */

/** @param {unknown} error @returns {Outcome} a stage that could not run counts as one failure */
function failure(error) {
  if (error instanceof Stop)
    return { passed: 0, failed: 1, output: `${error.output}\n${error.message}`.trim() };
  return { passed: 0, failed: 1, output: String(/** @type {Error} */ (error).stack ?? error) };
}

/**
 * Counts what passed and failed over the stages of a run. A failing stage shows its output and stops nothing.
 */
export function tally() {
  const total = { passed: 0, failed: 0 };
  const add = (/** @type {Outcome} */ { passed, failed, output }) => {
    total.passed += passed;
    total.failed += failed;
    if (failed > 0 && !projectEnvironment().verbose) console.error(`\n${lastLines(output, 200)}\n`);
    return failed === 0;
  };
  return {
    /**
     * @param {string} name @param {string} doing @param {() => Promise<Outcome>} work printed as one line
     * @returns {Promise<boolean>} whether it passed; a stage in which nothing ran did not
     */
    async stage(name, doing, work) {
      const counted = async () => {
        const outcome = await work().catch(failure);
        return outcome.passed + outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
      };
      const outcome = await step(name, doing, counted, ({ passed, failed }) => ({
        ok: failed === 0,
        text: failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`,
      }));
      for (const test of outcome.secondTry ?? []) console.log(`  passed at the second try: ${test}`);
      return add(outcome);
    },
    /**
     * What stages need before they can run. It counts only when it fails.
     *
     * @template T
     * @param {() => Promise<T>} work prints its own lines
     * @returns {Promise<T | undefined>} undefined when it failed
     */
    async prerequisite(work) {
      try {
        return await work();
      } catch (error) {
        add(failure(error));
        return undefined;
      }
    },
    /** Prints the last line, and lets the process exit with 1 when anything failed. */
    finish() {
      console.log(`${total.passed} passed, ${total.failed} failed`);
      process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
    },
  };
}
