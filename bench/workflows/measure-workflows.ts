import path from 'node:path';
import { type Figure, figure, median } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { startPostgres } from '@/testing/postgres/start-postgres';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { newDatabaseUrl } from './bench-site';
import { measureFairness } from './fairness';
import { measureJobs, measurePostgresJobs } from './jobs-per-second';
import { measureLatency } from './latency';
import { measureResume } from './resume';

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

const JOBS = 10_000;
const AT_ONCE = 256;

/** Whether a process holds more memory the more jobs it has run. */
async function measureMemory(): Promise<Figure[]> {
  const url = `file:${path.join(temporaryDirectory(), 'memory.db')}`;
  const count = JOBS.toLocaleString('en');
  const samples = await step(
    'workflows',
    `running ${count} jobs in one process`,
    () =>
      runJsonProgram<number[]>('bench/workflows/memory-program.ts', [url, String(JOBS), String(AT_ONCE)], {
        advice: "The jobs couldn't be run; the lines above say why.",
      }),
    () => ({ text: `${count} jobs run in one process` }),
  );
  const third = Math.floor(samples.length / 3);
  const megabytes = (part: readonly number[]) => [median(part) / 1e6];
  return [
    figure({
      name: `memory: last third of ${count} jobs, against the middle third`,
      unit: 'MB',
      measured: megabytes(samples.slice(2 * third)),
      floor: megabytes(samples.slice(third, 2 * third)),
      bar: { atMost: 1.05 },
    }),
  ];
}

const MOST_MILLISECONDS = 1;

/** The engine's own time for a step: its plan, templates, condition, route and record, without a database or a model. */
async function measureStepTime(): Promise<Figure[]> {
  const measure = () =>
    runJsonProgram<number[]>('bench/workflows/step-time-program.ts', [], {
      advice: "The engine's steps couldn't be measured; the lines above say why.",
    });
  const milliseconds = await step('workflows', 'running steps in memory', measure, (jobs) => ({
    text: `${jobs.length.toLocaleString('en')} jobs run in memory`,
  }));
  return [
    figure({
      name: 'engine: its own time per step, of a millisecond',
      unit: 'ms',
      measured: milliseconds,
      floor: milliseconds.map(() => MOST_MILLISECONDS),
      bar: { atMost: 1 },
    }),
  ];
}
