import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { demoPassword } from '@/lib/config/demo';
import { startProductionServer } from '@/testing/run/server-process';
import { callApi, type Session, signIn } from './api-client';
import type { Findings } from './findings';

const JOBS = 200;
const KILLS = 20;
/** A server is killed within this time (ms) after jobs began to be sent, while most of them are under way. */
const LIFE = 120;
/** How long (ms) after a restart the first step must run again. */
const RESUMED_WITHIN = 15_000;
/** How long (ms) the jobs may take once nobody kills the server anymore. */
const PATIENCE = 120_000;

const text = 'The gripper stops after two minutes, and the app shows E-41. We restarted the arm twice.';
const workflow = {
  name: 'Jobs of the loss test',
  input: text,
  mode: 'SEQUENTIAL',
  steps: [
    { id: 'summary', task: 'summarization', input: '{{ input }}' },
    { id: 'label', task: 'classification', options: { labels: ['arm', 'app'] } },
    { id: 'reply', task: 'generation', input: '{{ input }}' },
  ],
};

/**
 * Kills the server again and again while it runs jobs of two accounts, then lets them finish, and looks for every job,
 * step and call in the database and in the usage.
 * @param env of a database with demo data that no process has open
 * @returns what was done, for the report
 */
export async function jobRun(env: Record<string, string>, found: Findings): Promise<string> {
  const port = Number(env.PORT);
  const file = String(env.DATABASE_URL).replace(/^file:/, '');
  let sent = 0;
  let slowest = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startProductionServer(env);
    const started = performance.now();
    const sessions = await bothAccounts(port);
    const until = kill === KILLS - 1 ? JOBS : Math.min(JOBS, sent + JOBS / KILLS);
    if (kill > 0) slowest = Math.max(slowest, await untilResumed(file, started));
    const sending = send(port, sessions, sent, until);
    sent = until;
    await delay(randomInt(0, LIFE));
    await server.kill();
    await sending;
  }
  const server = await startProductionServer(env);
  try {
    // What a kill has kept from being acknowledged is sent again, under the same keys.
    await send(port, await bothAccounts(port), 0, JOBS);
    await untilDone(file);
  } finally {
    await server.stop();
  }
  found.expect('jobs go on within 15 s of a restart', slowest <= RESUMED_WITHIN, { slowest });
  compareJobs(file, found);
  return `${JOBS} jobs of two accounts ended after ${KILLS} kills; the slowest went on ${(slowest / 1000).toFixed(1)} s after its restart`;
}

const bothAccounts = (port: number): Promise<Session[]> =>
  Promise.all(['dev@acme.test', 'dev@globex.test'].map((email) => signIn(port, email, demoPassword)));

/**
 * Sends the jobs of these numbers at once, each under a key of its own, to the accounts in turn. A server that is killed
 * acknowledges none, and they are sent again in the end.
 */
async function send(port: number, sessions: readonly Session[], from: number, to: number): Promise<void> {
  const query = `mutation ($input: StartWorkflowInput!, $key: String!) {
    enqueueWorkflow(input: $input, idempotencyKey: $key) { jobId }
  }`;
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  await Promise.allSettled(
    numbers.map((number) => {
      const token = sessions[number % sessions.length]?.token ?? '';
      return callApi(port, query, { token, variables: { input: workflow, key: `loss-${number}` } });
    }),
  );
}

/** @returns milliseconds until a job runs again, 0 if none waits */
async function untilResumed(file: string, started: number): Promise<number> {
  const database = new Database(file, { readonly: true });
  try {
    const unfinished = database.prepare(`SELECT count(*) FROM "Job" WHERE "turn" <> 'ENDED'`).pluck();
    const last = database.prepare(`SELECT max("startedAt") FROM "Attempt"`).pluck();
    const wallStart = Date.now() - (performance.now() - started);
    while (performance.now() - started < RESUMED_WITHIN * 2) {
      if (Number(last.get()) >= wallStart) return performance.now() - started;
      if (unfinished.get() === 0) return 0;
      await delay(20);
    }
    return performance.now() - started;
  } finally {
    database.close();
  }
}

async function untilDone(file: string): Promise<void> {
  const database = new Database(file, { readonly: true });
  const unfinished = database.prepare(`SELECT count(*) FROM "Job" WHERE "turn" <> 'ENDED'`).pluck();
  const until = performance.now() + PATIENCE;
  while (Number(unfinished.get()) > 0 && performance.now() < until) await delay(100);
  database.close();
}

const ours = `"Job"."name" = '${workflow.name}'`;

function compareJobs(file: string, found: Findings): void {
  const database = new Database(file, { readonly: true });
  const rows = (sql: string) => database.prepare(sql).all();
  const none = (guarantee: string, sql: string) => {
    const wrong = rows(sql);
    found.expect(guarantee, wrong.length === 0, wrong.slice(0, 3));
  };
  const statuses = rows(`SELECT "status", count(*) AS "count" FROM "Job" WHERE ${ours} GROUP BY 1`);
  found.expect(
    'each job that was sent is there once, and has completed',
    JSON.stringify(statuses) === JSON.stringify([{ status: 'COMPLETED', count: JOBS }]),
    statuses,
  );
  none(
    'each step has completed, by one answer',
    `SELECT "JobStep"."jobId", "stepId", "JobStep"."status" FROM "JobStep" JOIN "Job" ON "Job"."id" = "jobId"
     WHERE ${ours} AND ("JobStep"."status" <> 'COMPLETED' OR (SELECT count(*) FROM "Attempt"
       WHERE "Attempt"."jobId" = "JobStep"."jobId" AND "Attempt"."position" = "JobStep"."position"
         AND "outcome" = 'ANSWERED') <> 1)`,
  );
  none(
    'no call is left open, and each lost one has its estimate',
    `SELECT * FROM "Attempt" WHERE "outcome" = 'RUNNING' OR ("outcome" = 'LOST' AND ("estimated" = 0 OR "costNanos" = 0))`,
  );
  none(
    'each job costs what its calls cost',
    `SELECT "Job"."id", "Job"."costNanos", sum("Attempt"."costNanos") AS "calls" FROM "Job"
     JOIN "Attempt" ON "jobId" = "Job"."id" WHERE ${ours} GROUP BY "Job"."id"
     HAVING "Job"."costNanos" <> "calls" OR "Job"."tokensIn" <> sum("inputTokens") OR "Job"."tokensOut" <> sum("outputTokens")`,
  );
  none(
    'each account is charged an execution for each job, rounded once',
    `SELECT "accountId", count(*) AS "jobs", sum(CAST(round("costNanos" / 1000.0) AS INTEGER)) AS "cost",
       (SELECT count(*) FROM "Execution" JOIN "Template" ON "Template"."id" = "templateId"
         WHERE "Execution"."accountId" = "Job"."accountId" AND "Template"."name" = '${workflow.name}') AS "executions",
       (SELECT sum("costMicros") FROM "Execution" JOIN "Template" ON "Template"."id" = "templateId"
         WHERE "Execution"."accountId" = "Job"."accountId" AND "Template"."name" = '${workflow.name}') AS "charged"
     FROM "Job" WHERE ${ours} GROUP BY "accountId" HAVING "jobs" <> "executions" OR "cost" <> "charged"`,
  );
  none(
    'the dashboards count the executions',
    `SELECT "accountId", sum("executions") AS "counted", sum("costMicros") AS "cost" FROM "DailyUsage"
     WHERE "grain" = 'ACCOUNT' GROUP BY "accountId"
     HAVING "counted" <> (SELECT count(*) FROM "Execution" WHERE "Execution"."accountId" = "DailyUsage"."accountId")
       OR "cost" <> (SELECT sum("costMicros") FROM "Execution" WHERE "Execution"."accountId" = "DailyUsage"."accountId")`,
  );
  database.close();
}
