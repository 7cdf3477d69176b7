import { type Figure, figure } from '@/bench/figure';
import { keptDatabase } from '@/bench/kept-database';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { runTool, typeScript } from '@/scripts/setup/run-tool.mjs';
import { runOn } from '@/testing/postgres/run-on';
import { startPostgres } from '@/testing/postgres/start-postgres';

const SMALL = 10_000;
const LARGER = { SQLite: [100_000, 1_000_000], PostgreSQL: [1_000_000, 10_000_000] };
const BAR = { atMost: 1.2 };

type Store = keyof typeof LARGER;

/** The milliseconds of each round, by database, the smallest first. */
export interface ScaleResult {
  dashboard: number[][];
  adminOverview: number[][];
}

/**
 * Whether a screen's requests cost more after more executions, over the same days, users and templates. Measures
 * milliseconds, compared with the smallest database of the same store.
 */
export async function measureScale(): Promise<Figure[]> {
  const files: string[] = [];
  for (const size of [SMALL, ...LARGER.SQLite]) files.push(await filledDatabase(size));
  return measure('SQLite', files);
}

/** The same on PostgreSQL, in a cluster that is filled for this run, which takes some minutes. */
export async function measurePostgresScale(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: false });
  try {
    const urls: string[] = [];
    for (const size of [SMALL, ...LARGER.PostgreSQL]) {
      const url = await postgres.createDatabase(`scale_${size}`);
      const count = size.toLocaleString('en');
      const [node, ...loader] = typeScript;
      await step(
        'fill',
        `metering ${count} executions`,
        () =>
          runTool(node, [...loader, 'bench/scale/fill-program.ts', url, String(size)], {
            advice: "The database couldn't be filled; the lines above say why.",
          }),
        () => ({ text: `${count} executions metered` }),
      );
      await runOn(url, 'VACUUM ANALYZE', { inItself: true });
      urls.push(url);
    }
    return await measure('PostgreSQL', urls);
  } finally {
    await postgres.stop();
  }
}

/** @param databases files or URLs, the smallest first */
async function measure(store: Store, databases: string[]): Promise<Figure[]> {
  const query = () =>
    runJsonProgram<ScaleResult>('bench/scale/scale-program.ts', databases, {
      advice: "The queries couldn't be measured; the lines above say why.",
    });
  const { dashboard, adminOverview } = await step('scale', 'querying the three databases', query, () => ({
    text: `three databases on ${store} queried in turns`,
  }));
  return [...bySize(store, 'dashboard', dashboard), ...bySize(store, 'admin overview', adminOverview)];
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
function bySize(store: Store, screen: string, [smallest = [], ...larger]: number[][]): Figure[] {
  return larger.map((measured, index) =>
    figure({
      name: `${store}: ${screen}, ${LARGER[store][index]?.toLocaleString('en')} executions against ${SMALL.toLocaleString('en')}`,
      unit: 'ms',
      measured,
      floor: smallest,
      bar: BAR,
    }),
  );
}
