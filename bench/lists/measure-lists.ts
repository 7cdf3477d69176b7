import { type Figure, figure } from '@/bench/figure';
import { keptDatabase } from '@/bench/kept-database';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { type ListTimes, measuredLists } from './measured-lists';

const ATTEMPTS = 1_000_000;

const names = {
  jobs: 'list of jobs, a million attempts against the demo data',
  search: 'search of jobs without a match, a million attempts against the demo data',
  reliability: 'reliability over 30 days, a million attempts against the demo data',
  job: 'page of a job, 50 steps and 300 attempts against one of the demo',
};
/** Times the demo's. */
const MOST_RATIO = 3;

/** Whether lists of jobs and models cost more over a million attempts, in milliseconds compared with the demo data. */
export async function measureLists(): Promise<Figure[]> {
  const files = [await filledDatabase('demo', 0), await filledDatabase('attempts', ATTEMPTS)];
  const times = await step(
    'lists',
    'reading lists of two databases',
    () =>
      runJsonProgram<ListTimes>('bench/lists/lists-program.ts', files, {
        advice: "The lists couldn't be measured; the lines above say why.",
      }),
    () => ({ text: 'lists of two databases read in turns' }),
  );
  return measuredLists.map((list) => {
    const [floor = [], measured = []] = times[list];
    return figure({
      name: `SQLite: ${names[list]}`,
      unit: 'ms',
      ...{ measured, floor, bar: { atMost: MOST_RATIO } },
    });
  });
}

const filledDatabase = (name: string, attempts: number): Promise<string> =>
  keptDatabase({
    name: `lists-${name}`,
    doing:
      attempts > 0
        ? `repeating the demo's jobs to ${attempts.toLocaleString('en')} attempts`
        : 'writing the demo data',
    done: attempts > 0 ? `${attempts.toLocaleString('en')} attempts written` : 'demo data written',
    sources: ['prisma/seed', 'bench/lists/fill-lists-program.ts', 'bench/lists/measured-lists.ts'],
    program: 'bench/lists/fill-lists-program.ts',
    args: [String(attempts)],
  });
