import type { Figure } from '@/bench/figure';
import { Stop } from '@/scripts/console/stop.mjs';
import { startPostgres } from '@/testing/postgres/start-postgres';
import { newDatabaseUrl } from './bench-site';
import { measureFairness } from './fairness';
import { measureJobs, measurePostgresJobs } from './jobs-per-second';
import { measureLatency } from './latency';
import { measureMemory } from './memory';
import { measureResume } from './resume';
import { measureStepTime } from './step-time';

const subjects = {
  jobs: measureJobs,
  step: measureStepTime,
  latency: measureLatency,
  memory: measureMemory,
  fairness: measureFairness,
  resume: async () => [await measureResume('SQLite', newDatabaseUrl())],
};

/**
 * The cost of running workflows, and the waits that they cause, on SQLite. WORKFLOWS names some of the subjects,
 * separated by commas.
 *
 * @throws Stop if the site can't be built or doesn't start
 */
export async function measureWorkflows(): Promise<Figure[]> {
  const chosen = process.env.WORKFLOWS?.split(',');
  const unknown = chosen?.filter((name) => !Object.hasOwn(subjects, name)) ?? [];
  if (unknown.length > 0)
    throw new Stop(`WORKFLOWS names ${unknown.join()}; there are ${Object.keys(subjects).join()}.`);
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(subjects))
    if (!chosen || chosen.includes(name)) figures.push(...(await measure()));
  return figures;
}

/** Workflows on PostgreSQL: how many per second compared with DBOS, and how soon they continue after a kill. */
export async function measurePostgresWorkflows(): Promise<Figure[]> {
  const figures = await measurePostgresJobs();
  const postgres = await startPostgres();
  try {
    return [...figures, await measureResume('PostgreSQL', await postgres.createDatabase('resume'))];
  } finally {
    await postgres.stop();
  }
}
