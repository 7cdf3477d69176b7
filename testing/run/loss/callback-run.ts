import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { startProductionServer } from '@/testing/run/server-process';
import { openReceiver, type ReceivedMessage, type Receiver } from '@/testing/webhooks/open-receiver';
import type { Findings } from './findings';
import { bothAccounts } from './job-run';
import { sendJobs, untilDone } from './sent-jobs';

/** How many jobs are sent, each with a callback, and how often the server is killed in that time. */
const JOBS = 200;
const KILLS = 5;
/** A server is killed within this time (ms) after the jobs began to be sent, while callbacks are delivered. */
const LIFE = 1_500;
/** After these kills, the receiver restarts as well. */
const RECEIVER_RESTARTS = [1, 3];
/** How long (ms) the callbacks may take once no server is killed anymore. A receiver that hangs takes 15 s of it. */
const PATIENCE = 600_000;

const NAME = 'Callbacks of the loss test';

/** A receiver that fails one message in three, lets one in twenty wait, and refuses one job in forty with 410. */
function unreliableReceiver() {
  /** The job of each message, and when (ms) it came. */
  const jobs = new Map<string, Set<string>>();
  const arrivals = new Map<string, number[]>();
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  const answer = (response: ServerResponse, { headers, body }: ReceivedMessage) => {
    const id = String(headers['webhook-id']);
    const { jobId } = JSON.parse(body).data;
    jobs.set(id, (jobs.get(id) ?? new Set()).add(jobId));
    const times = arrivals.get(id) ?? [];
    arrivals.set(id, [...times, Date.now()]);
    if (times.length === 0 && arrivals.size % 40 === 0) refused.add(id);
    // The fourth time it succeeds, so that none uses up its attempts.
    const chance = times.length < 3 ? randomInt(60) : 60;
    if (refused.has(id)) response.writeHead(410).end();
    else if (chance < 20) response.writeHead(500).end();
    else if (chance < 23) return;
    else {
      acknowledged.add(id);
      response.writeHead(204).end();
    }
  };
  return { answer, jobs, arrivals, acknowledged, refused };
}

/**
 * Kills the server again and again while it delivers the callbacks of two accounts to a receiver that fails, hangs, and
 * restarts. No time has to pass between attempts: the callbacks are made due at once. Afterwards it compares what the receiver
 * got with what is stored.
 * @param variables of a SQLite database with demo data that no process has open
 * @returns a summary for the report
 */
export async function callbackRun(variables: Record<string, string>, found: Findings): Promise<string> {
  const env: Record<string, string> = { ...variables, CALLBACKS_ALLOW_PRIVATE: '1' };
  const port = Number(env.PORT);
  const seen = unreliableReceiver();
  let receiver: Receiver = await openReceiver(seen.answer);
  const workflow = {
    name: NAME,
    input: 'The gripper stops after two minutes.',
    callbacks: [{ status: 'COMPLETED' as const, url: receiver.url }],
    steps: [{ id: 'summary', task: 'summarization' }],
  };
  const db = openDatabase(String(env.DATABASE_URL));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startProductionServer(env);
      const sessions = await bothAccounts(port);
      const first = Math.round((kill * JOBS) / KILLS);
      const sending = sendJobs([port], sessions, first, Math.round(((kill + 1) * JOBS) / KILLS), workflow);
      await delay(randomInt(0, LIFE));
      await server.kill();
      await sending;
      if (!RECEIVER_RESTARTS.includes(kill)) continue;
      await receiver.close();
      receiver = await openReceiver(seen.answer, receiver.port);
    }
    const server = await startProductionServer(env);
    try {
      await sendJobs([port], await bothAccounts(port), 0, JOBS, workflow);
      await untilDone(db.sql);
      await untilDelivered(db.sql, String(env.DATABASE_URL));
    } finally {
      await server.stop();
    }
    await compareCallbacks(db.sql, seen, found);
  } finally {
    await Promise.all([db.close(), receiver.close()]);
  }
  const messages = [...seen.arrivals.values()].flat().length;
  return `${JOBS} callbacks were delivered by ${messages} messages over ${KILLS} kills`;
}

/** Makes what waits for its next try due, until nothing waits. */
async function untilDelivered(rows: SqlReader, databaseUrl: string): Promise<void> {
  const file = new Database(databaseUrl.replace(/^file:/, ''));
  try {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const waiting = await count(rows, `"state" IN ('PENDING', 'WAITING')`);
      if (waiting === 0 || performance.now() > until) return;
      // A claimed one stays its process's until its lease ends.
      file.exec(
        `UPDATE "Callback" SET "nextAt" = "createdAt" WHERE "state" = 'PENDING' AND "leasedUntil" IS NULL`,
      );
      await delay(500);
    }
  } finally {
    file.close();
  }
}

async function count(rows: SqlReader, condition: string): Promise<number> {
  const [row] = await rows<{ count: number | bigint }>(
    Prisma.raw(`SELECT count(*) AS "count" FROM "Callback" WHERE ${condition}`),
  );
  return Number(row?.count);
}

async function compareCallbacks(
  rows: SqlReader,
  { jobs, arrivals, acknowledged, refused }: ReturnType<typeof unreliableReceiver>,
  found: Findings,
): Promise<void> {
  const stored = await rows<{ id: string; jobId: string; state: string }>(Prisma.sql`
    SELECT "Callback"."id", "jobId", "state" FROM "Callback" JOIN "Job" ON "Job"."id" = "jobId"
    WHERE "Job"."name" = ${NAME}`);
  const tries = await rows<{ callbackId: string; startedAt: Date }>(
    Prisma.sql`SELECT "callbackId", "startedAt" FROM "Delivery" ORDER BY "number"`,
  );
  const lastTries = new Map(tries.map(({ callbackId, startedAt }) => [callbackId, startedAt.getTime()]));
  found.expect('each job that was sent has one callback', stored.length === JOBS, stored.length);
  const none = (guarantee: string, isWrong: (callback: (typeof stored)[number]) => boolean) => {
    const wrong = stored.filter(isWrong);
    found.expect(guarantee, wrong.length === 0, wrong.slice(0, 3));
  };
  none('each callback is delivered, or was refused with 410', ({ id, state }) =>
    refused.has(id) ? state !== 'FAILED' : state !== 'DELIVERED',
  );
  none(
    'what is delivered was acknowledged by its receiver',
    ({ id, state }) => state === 'DELIVERED' && !acknowledged.has(id),
  );
  none('each id belongs to one job', ({ id, jobId }) => {
    const named = [...(jobs.get(id) ?? [])];
    return named.length !== 1 || named[0] !== jobId;
  });
  none('no message follows the recorded 410', ({ id }) => {
    // The last try that is recorded began before its message arrived, and none came after that one.
    const after = (arrivals.get(id) ?? []).filter((time) => time >= (lastTries.get(id) ?? 0));
    return refused.has(id) && after.length !== 1;
  });
}
