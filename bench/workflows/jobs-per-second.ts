import path from 'node:path';
import { type Figure, figure } from '@/bench/figure';
import { measureInRounds } from '@/bench/rounds';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { startPostgres } from '@/testing/postgres/start-postgres';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { installTools } from '@/testing/tools/install-tools';

const ROUNDS = 3;
const SECONDS = 4;
/** More than a process runs at once. */
const MANY = 256;
/** A plan lets 128 steps of an account run at once. */
const ACCOUNTS = 2;

/** A program that prints how often per second it did something. */
interface Subject {
  program: string;
  args: readonly (string | number)[];
}

const jobs = (url: string, lanes: number, accounts: number): Subject => ({
  program: 'bench/workflows/jobs-program.ts',
  args: [url, lanes, accounts, SECONDS],
});

/** Jobs of three steps, from their acceptance to their end, against rows that are each committed alone. */
export async function measureJobs(): Promise<Figure[]> {
  const folder = temporaryDirectory();
  const [ended, commits] = await rates('running jobs on SQLite', [
    jobs(`file:${path.join(folder, 'jobs.db')}`, MANY, ACCOUNTS),
    { program: 'bench/workflows/commits-program.ts', args: [path.join(folder, 'rows.db'), SECONDS] },
  ]);
  return [
    figure({
      name: `SQLite: jobs of three steps, ${MANY} at once, against commits of a row`,
      unit: 'per second',
      measured: ended,
      floor: commits,
      bar: { atLeast: 0.07 },
      landing: 'jobs of three steps on SQLite, each stored before it is acknowledged',
    }),
  ];
}

const AT_ONCE = 64;

/**
 * Workflows that one process runs on PostgreSQL, against those of DBOS on the same server. A workflow of ours is a job of
 * three sandbox steps, from its acceptance until its end is durable. One of DBOS has three steps that do nothing.
 *
 * @throws Stop if there is no PostgreSQL, or DBOS can't be installed
 */
export async function measurePostgresJobs(): Promise<Figure[]> {
  await installTools();
  const postgres = await startPostgres();
  try {
    const ours = await postgres.createDatabase('ours');
    const dbos = await postgres.createDatabase('dbos');
    const theirs = (lanes: number): Subject => ({
      program: 'bench/workflows/dbos-program.ts',
      args: [dbos, lanes, SECONDS],
    });
    const [ofOne, ofMany, theirMany, alone, theirAlone] = await rates('running workflows on PostgreSQL', [
      jobs(ours, AT_ONCE, 1),
      jobs(ours, AT_ONCE, AT_ONCE),
      theirs(AT_ONCE),
      jobs(ours, 1, 1),
      theirs(1),
    ]);
    const against = (name: string, measured: number[], floor: number[]) =>
      figure({
        name: `PostgreSQL: ${name}, against DBOS with empty steps`,
        unit: 'per second',
        measured,
        floor,
        bar: { atLeast: 1 },
      });
    return [
      against(`three sandbox steps, ${AT_ONCE} at once of one account`, ofOne, theirMany),
      against(`three sandbox steps, ${AT_ONCE} at once of as many accounts`, ofMany, theirMany),
      against('three sandbox steps, one workflow after another', alone, theirAlone),
    ];
  } finally {
    await postgres.stop();
  }
}

/** @returns how often per second each subject did it, round by round */
async function rates<const Subjects extends readonly Subject[]>(
  doing: string,
  subjects: Subjects,
): Promise<{ [Index in keyof Subjects]: number[] }> {
  const measure = () =>
    measureInRounds(subjects, ROUNDS, ({ program, args }) =>
      runJsonProgram<number>(program, args.map(String), {
        advice: "The workflows couldn't be run; the lines above say why.",
      }),
    );
  const results = await step('workflows', doing, measure, () => ({ text: `${doing}: ${ROUNDS} rounds` }));
  return results as { [Index in keyof Subjects]: number[] };
}
