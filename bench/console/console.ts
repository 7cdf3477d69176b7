// @ts-check

import { figure } from '@/bench/figures/figure';
import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { bigDatabase, demoDatabase } from './console-databases';

const TIMES_THE_DEMO = 3;
const MOST_MILLISECONDS = 150;
/** How many of the slowest pages are held against the clock in the table; the others are faster. */
const SLOWEST = 3;

/** @typedef {{ name: string, moreInBig: boolean, milliseconds: [number[], number[]] }} MeasuredPage by round, the demo's first */

/**
 * What the server takes for the pages of the console with 5,000 users, 20,000 keys, 200,000 audit events and two years
 * of usage in one account: against the demo account's, and against what a page may take.
 *
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>}
 */
export async function measureConsole() {
  const files = [await demoDatabase(), await bigDatabase()];
  const measure = () =>
    runTool(installedCommand('tsx'), ['bench/console/measure.ts', ...files], {
      advice: 'The console could not be measured; the lines above say why.',
    });
  const output = await step('console', 'opening the pages of both accounts', measure, () => ({
    text: 'the pages of both accounts opened in turns',
  }));
  /** @type {MeasuredPage[]} */
  const pages = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  return [
    ...pages.filter(({ moreInBig }) => !moreInBig).map(againstTheDemo),
    ...pages
      .map(againstTheClock)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, SLOWEST),
  ];
}

/** @param {MeasuredPage} page */
const againstTheDemo = ({ name, milliseconds: [demo, big] }) =>
  figure({
    name: `console: ${name}`,
    unit: 'ms',
    measured: big,
    floor: demo,
    bar: { atMost: TIMES_THE_DEMO },
  });

/** @param {MeasuredPage} page */
const againstTheClock = ({ name, milliseconds: [, big] }) =>
  figure({
    name: `console, slowest: ${name}`,
    unit: 'ms',
    measured: big,
    floor: big.map(() => MOST_MILLISECONDS),
    bar: { atMost: 1 },
  });
