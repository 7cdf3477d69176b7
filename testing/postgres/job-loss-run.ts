import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@/lib/server/database/open-database';
import { type Findings, findings } from '@/testing/run/loss/findings';
import {
  compareJobs,
  JOBS,
  KILLS,
  RESUMED_WITHIN,
  type Resumption,
  sendJobs,
  sentUntil,
  slower,
  untilDone,
  untilResumed,
} from '@/testing/run/loss/sent-jobs';
import { type ServerProcess, startWorker } from '@/testing/run/server-process';
import type { Outcome } from '@/testing/run/tally';
import { makeSessions } from './make-sessions';
import type { PostgresServer } from './start-postgres';
import { startTwoServers } from './two-servers';

/** A process is killed within this time (ms) after jobs began to be sent, while most of them are under way. */
const LIFE = 300;
/** On every seventh kill, all processes are killed at once. */
const ALL = 7;

/** A process that is killed and started again. */
type Restart = () => Promise<void>;

/**
 * Kills two servers and two workers, one at a time or all at once, while they run jobs of two accounts. The
 * first server leaves jobs to the others, the second one runs some too. Then compares what is stored with what was sent.
 *
 * @param variables of the site
 * @returns each guarantee counts as one check
 */
export async function runPostgresJobLoss(
  postgres: PostgresServer,
  variables: Record<string, string>,
): Promise<Outcome> {
  const found = findings();
  const site = {
    ...variables,
    DATABASE_URL: await postgres.createDatabase('job_loss'),
    DEMO_DATA: 'off',
    API_CALLS_PER_CLIENT: '9999999',
    API_CALLS_PER_ACCOUNT: '9999999',
  };
  const servers = await startTwoServers(site, [{ RUN_JOBS: 'off' }, {}]);
  const workers = await startTwoWorkers(site);
  try {
    const restarts = [
      ...servers.ports.map((_, index) => () => servers.restart(index)),
      ...[0, 1].map((index) => () => workers.restart(index)),
    ];
    return found.outcome(await killAndCompare(servers.env, servers.ports, restarts, found));
  } finally {
    await Promise.all([workers.stop(), servers.stop()]);
  }
}

async function killAndCompare(
  env: Record<string, string>,
  ports: readonly number[],
  restarts: readonly Restart[],
  found: Findings,
): Promise<string> {
  const sessions = (await makeSessions(env)).slice(0, 2);
  const db = openDatabase(String(env.DATABASE_URL));
  let slowest: Resumption = { milliseconds: 0 };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sending = sendJobs(ports, sessions, sentUntil(kill - 1), sentUntil(kill));
      await delay(randomInt(0, LIFE));
      if (kill % ALL === ALL - 1) {
        const killedAt = Date.now();
        const restarted = restarts.map((restart) => restart());
        const [, ...runningJobs] = restarted;
        await Promise.any(runningJobs);
        slowest = slower(slowest, await untilResumed(db.sql, killedAt));
        await Promise.all(restarted);
      } else await restarts[randomInt(restarts.length)]?.();
      await sending;
    }
    // Jobs that a kill left unacknowledged are sent again, under the same keys.
    await sendJobs(ports, sessions, 0, JOBS);
    await untilDone(db.sql);
    found.expect(
      'jobs go on within 15 s once a process is there again',
      slowest.milliseconds <= RESUMED_WITHIN,
      slowest,
    );
    await compareJobs(db.sql, found);
  } finally {
    await db.close();
  }
  return `${JOBS} jobs of two accounts ended on two servers and two workers after ${KILLS} kills; the slowest went on ${(slowest.milliseconds / 1000).toFixed(1)} s after a process was there again`;
}

async function startTwoWorkers(env: Record<string, string>) {
  const workers: ServerProcess[] = [];
  const start = async (index: number) => {
    workers[index] = await startWorker(env);
  };
  await Promise.all([0, 1].map(start));
  return {
    restart: async (index: number) => {
      await workers[index]?.kill();
      await start(index);
    },
    stop: () => Promise.all(workers.map((worker) => worker.stop())),
  };
}
