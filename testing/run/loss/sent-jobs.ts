import { setTimeout as delay } from 'node:timers/promises';
import type { SqlReader } from '@/lib/server/database/database';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { Prisma } from '@/prisma/generated/prisma/client';
import { callApi, type Session } from './api-client';
import type { Findings } from './findings';

/** How many jobs are sent, of two accounts. */
export const JOBS = 200;
/** How often a process is killed while it runs them. */
export const KILLS = 20;
/** How long (ms) after a process is there again the first step must run again. */
export const RESUMED_WITHIN = 15_000;
/** How long (ms) the jobs may take once no process is killed anymore. */
const PATIENCE = 120_000;

const text = 'The gripper stops after two minutes, and the app shows E-41. We restarted the arm twice.';
/** Three steps, one after the other, which the sandbox completes at once. */
export const threeSteps = {
  name: 'Jobs of the loss test',
  input: text,
  mode: 'SEQUENTIAL',
  steps: [
    { id: 'summary', task: 'summarization', input: '{{ input }}' },
    { id: 'label', task: 'classification', options: { labels: ['arm', 'app'] } },
    { id: 'reply', task: 'generation', input: '{{ input }}' },
  ],
} satisfies StartInput;

/** How many jobs are to be sent up to a kill, by its number from 0. */
export const sentUntil = (kill: number): number => Math.round(((kill + 1) * JOBS) / KILLS);

/** A client may have a hundred calls under way. */
const AT_ONCE = 50;

/**
 * Sends the jobs of these numbers, some at once, each under a key of its own, to the ports and from the sessions in turn. A
 * server that is killed acknowledges none, and they are sent again in the end.
 * @param input each job's workflow
 */
export async function sendJobs(
  ports: readonly number[],
  sessions: readonly Session[],
  from: number,
  to: number,
  input: StartInput = threeSteps,
): Promise<void> {
  const query = `mutation ($input: StartWorkflowInput!, $key: String!) {
    enqueueWorkflow(input: $input, idempotencyKey: $key) { jobId }
  }`;
  const send = (number: number) => {
    const token = sessions[number % sessions.length]?.token ?? '';
    const port = Number(ports[Math.floor(number / sessions.length) % ports.length]);
    return callApi(port, query, {
      token,
      variables: { input, key: `${input.name}-${number}`.replaceAll(' ', '-') },
    });
  };
  for (let first = from; first < to; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, to - first);
    await Promise.allSettled(Array.from({ length }, (_, index) => send(first + index)));
  }
}

/** How long the jobs of a killed process waited for another one, and what still waits if that was too long. */
export interface Resumption {
  milliseconds: number;
  waiting?: unknown;
}

/**
 * @param killedAt as `Date.now()` says it
 * @returns how long it takes from now until a job runs again: nothing if none waits
 */
export async function untilResumed(rows: SqlReader, killedAt: number): Promise<Resumption> {
  const from = performance.now();
  for (let milliseconds = 0; ; milliseconds = performance.now() - from) {
    const [last] = await rows<{ startedAt: Date }>(
      Prisma.sql`SELECT "startedAt" FROM "Attempt" ORDER BY "startedAt" DESC LIMIT 1`,
    );
    if (last && last.startedAt.getTime() >= killedAt) return { milliseconds };
    if ((await unfinished(rows)) === 0) return { milliseconds: 0 };
    if (milliseconds > RESUMED_WITHIN) return { milliseconds, waiting: await someUnfinished(rows) };
    await delay(20);
  }
}

export const slower = (one: Resumption, other: Resumption): Resumption =>
  other.milliseconds > one.milliseconds ? other : one;

/** Resolves once every job has ended, or after two minutes. */
export async function untilDone(rows: SqlReader): Promise<void> {
  const until = performance.now() + PATIENCE;
  while ((await unfinished(rows)) > 0 && performance.now() < until) await delay(100);
}

/** A job of the demo data waits for a person for days. */
async function unfinished(rows: SqlReader): Promise<number> {
  const [row] = await rows<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "Job" WHERE "queueState" <> 'ENDED' AND "name" = ${threeSteps.name}`,
  );
  return Number(row?.count);
}

const someUnfinished = async (rows: SqlReader): Promise<unknown> =>
  plain(
    await rows(Prisma.sql`
      SELECT "id", "queueState", "workerId", "epoch", "crashCount", "parkedUntil" FROM "Job"
      WHERE "queueState" <> 'ENDED' AND "name" = ${threeSteps.name} LIMIT 3`),
  );

/** Looks for every job, step and call in the database and in the usage. */
export async function compareJobs(read: SqlReader, found: Findings): Promise<void> {
  const rows = async (sql: string) => plain(await read(Prisma.raw(sql)));
  const ours = `"Job"."name" = '${threeSteps.name}'`;
  const none = async (guarantee: string, sql: string) => {
    const wrong = await rows(sql);
    found.expect(guarantee, wrong.length === 0, wrong.slice(0, 3));
  };
  const statuses = await rows(`SELECT "status", count(*) AS "count" FROM "Job" WHERE ${ours} GROUP BY 1`);
  found.expect(
    'each job that was sent is there once, and has completed',
    JSON.stringify(statuses) === JSON.stringify([{ status: 'COMPLETED', count: JOBS }]),
    statuses,
  );
  await none(
    'each step has completed, by one answer',
    `SELECT "JobStep"."jobId", "stepId", "JobStep"."status" FROM "JobStep" JOIN "Job" ON "Job"."id" = "jobId"
     WHERE ${ours} AND ("JobStep"."status" <> 'COMPLETED' OR (SELECT count(*) FROM "Attempt"
       WHERE "Attempt"."jobId" = "JobStep"."jobId" AND "Attempt"."position" = "JobStep"."position"
         AND "outcome" = 'ANSWERED') <> 1)`,
  );
  await none(
    'no call is left open, and each lost one has its estimate',
    `SELECT "jobId", "position", "number" FROM "Attempt"
     WHERE "outcome" = 'RUNNING' OR ("outcome" = 'LOST' AND (NOT "estimated" OR "costNanos" = 0))`,
  );
  await none(
    'each job costs what its calls cost',
    `SELECT "Job"."id", "Job"."costNanos", sum("Attempt"."costNanos") AS "calls" FROM "Job"
     JOIN "Attempt" ON "jobId" = "Job"."id" WHERE ${ours} GROUP BY "Job"."id"
     HAVING "Job"."costNanos" <> sum("Attempt"."costNanos")
       OR "Job"."tokensIn" <> sum("inputTokens") OR "Job"."tokensOut" <> sum("outputTokens")`,
  );
  await none(
    'each account is charged an execution for each job, rounded once',
    `SELECT * FROM (
       SELECT "accountId", count(*) AS "jobs", sum(CAST(round("costNanos" / 1000.0) AS INTEGER)) AS "cost"
       FROM "Job" WHERE ${ours} GROUP BY "accountId") AS "ended"
     LEFT JOIN (
       SELECT "Execution"."accountId" AS "payer", count(*) AS "executions", sum("costMicros") AS "charged"
       FROM "Execution" JOIN "Template" ON "Template"."id" = "templateId"
       WHERE "Template"."name" = '${threeSteps.name}' GROUP BY "Execution"."accountId") AS "billed"
     ON "payer" = "accountId"
     WHERE "payer" IS NULL OR "jobs" <> "executions" OR "cost" <> "charged"`,
  );
  await none(
    'the dashboards count the executions',
    `SELECT * FROM (
       SELECT "accountId", count(*) AS "executions", sum("costMicros") AS "cost" FROM "Execution"
       GROUP BY "accountId") AS "made"
     LEFT JOIN (
       SELECT "accountId" AS "holder", sum("executions") AS "counted", sum("costMicros") AS "summed"
       FROM "DailyUsage" WHERE "grain" = 'ACCOUNT' GROUP BY "accountId") AS "shown"
     ON "holder" = "accountId"
     WHERE "holder" IS NULL OR "executions" <> "counted" OR "cost" <> "summed"`,
  );
}

/** Rows with numbers instead of big integers, which can't be printed as JSON. */
const plain = (rows: unknown[]): unknown[] =>
  JSON.parse(
    JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  );
