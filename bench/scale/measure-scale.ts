import { type Figure, figure } from '@/bench/figure';
import { keptDatabase } from '@/bench/kept-database';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';

const SMALL = 10_000;
const LARGER = [100_000, 1_000_000];
const BAR = { atMost: 1.2 };

/** The milliseconds of each round, by database, the smallest first. */
export interface ScaleResult {
  dashboard: number[][];
  adminOverview: number[][];
}

/**
 * Whether the requests of a screen cost more after more executions, over the same days, users and templates:
 * milliseconds, compared with those of the smallest database.
 */
export async function measureScale(): Promise<Figure[]> {
  const files: string[] = [];
  for (const size of [SMALL, ...LARGER]) files.push(await filledDatabase(size));
  const measure = () =>
    runJsonProgram<ScaleResult>('bench/scale/scale-program.ts', files, {
      advice: "The queries couldn't be measured; the lines above say why.",
    });
  const { dashboard, adminOverview } = await step('scale', 'querying the three databases', measure, () => ({
    text: 'three databases queried in turns',
  }));
  return [...bySize('dashboard', dashboard), ...bySize('admin overview', adminOverview)];
}

/** The file of a database with that many executions. */
function filledDatabase(executions: number): Promise<string> {
  const count = executions.toLocaleString('en');
  return keptDatabase({
    name: String(executions),
    doing: `metering ${count} executions`,
    done: `${count} executions metered`,
    sources: [
      ...['lib/config/plans.ts', 'lib/server/usage/meter-executions.ts'],
      ...['bench/scale/fill-program.ts', 'bench/scale/world.ts'],
    ],
    program: 'bench/scale/fill-program.ts',
    args: [String(executions)],
  });
}

/** @param milliseconds by size, the smallest first */
function bySize(screen: string, [smallest = [], ...larger]: number[][]): Figure[] {
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
