import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '@/lib/config/demo';
import { openDatabase } from '@/lib/server/database/open-database';
import { startProductionServer } from '@/testing/run/server-process';
import { type Session, signIn } from './api-client';
import type { Findings } from './findings';
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
} from './sent-jobs';

/** A server is killed within this time (ms) after jobs began to be sent, while most of them are under way. */
const LIFE = 120;

/**
 * Kills the server again and again while it runs jobs of two accounts, then lets them finish. Afterwards it looks for
 * every job, step and call in the database and in the usage.
 * @param env of a SQLite database with demo data that no process has open
 * @returns a summary for the report
 */
export async function jobRun(env: Record<string, string>, found: Findings): Promise<string> {
  const port = Number(env.PORT);
  const db = openDatabase(String(env.DATABASE_URL));
  let slowest: Resumption = { milliseconds: 0 };
  try {
    let killedAt = Date.now();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startProductionServer(env);
      slowest = slower(slowest, await untilResumed(db.sql, killedAt));
      const sessions = await bothAccounts(port);
      const sending = sendJobs([port], sessions, sentUntil(kill - 1), sentUntil(kill));
      await delay(randomInt(0, LIFE));
      killedAt = Date.now();
      await server.kill();
      await sending;
    }
    const server = await startProductionServer(env);
    try {
      // Jobs that a kill left unacknowledged are sent again, under the same keys.
      await sendJobs([port], await bothAccounts(port), 0, JOBS);
      await untilDone(db.sql);
    } finally {
      await server.stop();
    }
    found.expect(
      'jobs go on within 15 s once a process is there again',
      slowest.milliseconds <= RESUMED_WITHIN,
      slowest,
    );
    await compareJobs(db.sql, found);
  } finally {
    await db.close();
  }
  return `${JOBS} jobs of two accounts ended after ${KILLS} kills; the slowest went on ${(slowest.milliseconds / 1000).toFixed(1)} s after its server was there again`;
}

/** People of two accounts, whose jobs are sent in turns. */
export const bothAccounts = (port: number): Promise<Session[]> =>
  Promise.all(['dev@acme.test', 'dev@globex.test'].map((email) => signIn(port, email, demoPassword)));
