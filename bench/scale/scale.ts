// @ts-check

import { figure } from '@/bench/figures/figure';
import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { filledDatabase } from './filled-databases';

const SMALL = 10_000;
const LARGER = [100_000, 1_000_000];
const BAR = { atMost: 1.2 };

/**
 * Whether what a screen asks costs more where more has been executed, over the same days, people and templates.
 *
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>} milliseconds, against those of the smallest database
 */
export async function measureScale() {
  /** @type {string[]} */
  const files = [];
  for (const size of [SMALL, ...LARGER]) files.push(await filledDatabase(size));
  const measure = () =>
    runTool(installedCommand('tsx'), ['bench/scale/measure.ts', ...files], {
      advice: 'The queries could not be measured; the lines above say why.',
    });
  const output = await step('scale', 'asking the three databases', measure, () => ({
    text: 'three databases asked in turns',
  }));
  /** @type {{ dashboard: number[][], adminOverview: number[][] }} */
  const { dashboard, adminOverview } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  return [...bySize('dashboard', dashboard), ...bySize('admin overview', adminOverview)];
}

/** @param {string} screen @param {number[][]} milliseconds by size, the smallest first */
function bySize(screen, [smallest = [], ...larger]) {
  return larger.map((measured, index) =>
    figure({
      name: `${screen}, ${LARGER[index]?.toLocaleString('en')} executions against ${SMALL.toLocaleString('en')}`,
      unit: 'ms',
      measured,
      floor: smallest,
      bar: BAR,
    }),
  );
}
