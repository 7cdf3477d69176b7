import path from 'node:path';
import { type Figure, figure, medianRatio } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

/**
 * The rounds are cut into this many runs. The distance between two unknown ids in the worst run is about twice what
 * chance does to one run. All rounds together are steadier than one run by the square root of their number.
 */
const RUNS = 8;

/** One call: its milliseconds for an id of the other account, an unknown id, and another unknown id, round by round. */
export interface TenancyResult {
  name: string;
  milliseconds: [foreign: number[], unknown: number[], otherUnknown: number[]];
}

/**
 * Whether the time of a response reveals that a record of another account exists. The median of each round's ratio of
 * the two is compared with what the same comes to between two unknown ids.
 *
 * @returns two lines per call: its milliseconds, and how far they are apart
 */
export async function measureTenancy(): Promise<Figure[]> {
  const file = path.join(temporaryDirectory(), 'tenancy.db');
  const measure = () =>
    runJsonProgram<TenancyResult[]>('bench/tenancy/tenancy-program.ts', [file], {
      advice: "The calls couldn't be measured; the lines above say why.",
    });
  const calls = await step(
    'tenancy',
    "requesting another account's records and unknown ones",
    measure,
    () => ({
      text: "another account's records and unknown ones requested in turns",
    }),
  );
  return calls.flatMap(({ name, milliseconds: [foreign, unknown, otherUnknown] }) => [
    figure({ name: `tenancy: ${name}, a foreign id`, unit: 'ms', measured: foreign, floor: unknown }),
    figure({
      name: `tenancy: ${name}, distance to an unknown id`,
      unit: '% apart',
      measured: [100 * distance(foreign, unknown)],
      floor: [100 * chanceDistance(otherUnknown, unknown)],
      bar: { atMost: 1 },
    }),
  ]);
}

const distance = (a: readonly number[], b: readonly number[]): number => Math.abs(medianRatio(a, b) - 1);

/** How far chance alone may put two series apart. */
function chanceDistance(a: readonly number[], b: readonly number[]): number {
  const length = Math.ceil(a.length / RUNS);
  const runs = Array.from({ length: RUNS }, (_, run) => [run * length, (run + 1) * length] as const);
  const most = Math.max(...runs.map(([from, to]) => distance(a.slice(from, to), b.slice(from, to))));
  return most / Math.sqrt(RUNS);
}
