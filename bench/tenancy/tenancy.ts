// @ts-check
import path from 'node:path';
import { figure } from '@/bench/figures/figure';
import { medianRatio } from '@/bench/figures/statistics';
import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

/**
 * The rounds are cut into so many runs. How far two ids that nobody has lie apart in the worst of them is about twice
 * what chance does to one run, and all rounds together are steadier than one run by the root of their number.
 */
const RUNS = 8;

/**
 * Whether the time of an answer tells a record of another account from none: the median of each round's ratio of the
 * two, held against what the same comes to between two ids that nobody has.
 *
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>} two lines a call: its milliseconds, and how far they
 *   are apart
 */
export async function measureTenancy() {
  const file = path.join(temporaryDirectory(), 'tenancy.db');
  const measure = () =>
    runTool(installedCommand('tsx'), ['bench/tenancy/measure.ts', file], {
      advice: 'The calls could not be measured; the lines above say why.',
    });
  const output = await step('tenancy', "asking for another account's records and for none", measure, () => ({
    text: "another account's records and none asked for in turns",
  }));
  /** @type {{ name: string, milliseconds: [number[], number[], number[]] }[]} */
  const calls = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  return calls.flatMap(({ name, milliseconds: [foreign, none, other] }) => [
    figure({ name: `tenancy: ${name}, a foreign id`, unit: 'ms', measured: foreign, floor: none }),
    figure({
      name: `tenancy: ${name}, told from none`,
      unit: '% apart',
      measured: [100 * apart(foreign, none)],
      floor: [100 * spread(other, none)],
      bar: { atMost: 1 },
    }),
  ]);
}

/** @param {readonly number[]} a @param {readonly number[]} b of the same rounds */
const apart = (a, b) => Math.abs(medianRatio(a, b) - 1);

/** @param {readonly number[]} a @param {readonly number[]} b @returns {number} how far apart chance alone may put them */
function spread(a, b) {
  const length = Math.ceil(a.length / RUNS);
  const runs = Array.from({ length: RUNS }, (_, run) => [run * length, (run + 1) * length]);
  const most = Math.max(...runs.map(([from, to]) => apart(a.slice(from, to), b.slice(from, to))));
  return most / Math.sqrt(RUNS);
}
