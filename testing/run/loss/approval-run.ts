import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { startProductionServer } from '@/testing/run/server-process';
import { callApi, type Session } from './api-client';
import type { Findings } from './findings';
import { bothAccounts } from './job-run';
import { sendJobs } from './sent-jobs';

/** How many jobs are sent, each of which asks a person, and how often the server is killed in that time. */
const JOBS = 60;
const KILLS = 5;
/** A server is killed within this time (ms) after jobs began to be sent and decided, while they ask and continue. */
const LIFE = 800;
/** How long (ms) the jobs may take once no server is killed anymore. */
const PATIENCE = 120_000;

const NAME = 'Approvals of the loss test';
const workflow = {
  name: NAME,
  input: 'The gripper stops after two minutes.',
  steps: [
    { id: 'check', task: 'approval' },
    { id: 'summary', task: 'summarization', dependsOn: ['check'] },
  ],
};

/**
 * Kills the server again and again while jobs of two accounts ask people, wait for them without a process, and are
 * decided. Afterwards it looks for each job, decision, and execution.
 * @param env of a SQLite database with demo data that no process has open
 * @returns a summary for the report
 */
export async function approvalRun(env: Record<string, string>, found: Findings): Promise<string> {
  const port = Number(env.PORT);
  const db = openDatabase(String(env.DATABASE_URL));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startProductionServer(env);
      const sessions = await bothAccounts(port);
      const until = (kills: number) => Math.round((kills * JOBS) / KILLS);
      const sending = sendJobs([port], sessions, until(kill), until(kill + 1), workflow);
      const deciding = approveAll(port, sessions);
      await delay(randomInt(0, LIFE));
      await server.kill();
      await Promise.all([sending, deciding]);
    }
    const server = await startProductionServer(env);
    try {
      const sessions = await bothAccounts(port);
      // Jobs that a kill left unacknowledged are sent again, under the same keys.
      await sendJobs([port], sessions, 0, JOBS, workflow);
      const until = performance.now() + PATIENCE;
      while ((await unfinished(db.sql)) > 0 && performance.now() < until) {
        await approveAll(port, sessions);
        await delay(100);
      }
    } finally {
      await server.stop();
    }
    await compareApprovals(db.sql, found);
  } finally {
    await db.close();
  }
  return `${JOBS} jobs were approved over ${KILLS} kills`;
}

/** Approves what waits now. A killed server acknowledges nothing, and another call may have been faster. */
async function approveAll(port: number, sessions: readonly Session[]): Promise<void> {
  const approveOf = async ({ token }: Session) => {
    const { data } = await callApi<{ listApprovals: { jobId: string; stepId: string }[] }>(
      port,
      '{ listApprovals { jobId stepId } }',
      { token },
    );
    const query = `mutation ($jobId: ID!, $stepId: String!) {
      decideApproval(jobId: $jobId, stepId: $stepId, decision: APPROVE) { jobId }
    }`;
    const asked = data?.listApprovals ?? [];
    await Promise.allSettled(asked.map((variables) => callApi(port, query, { token, variables })));
  };
  await Promise.allSettled(sessions.map(approveOf));
}

const ours = Prisma.sql`"Job"."name" = ${NAME}`;

async function unfinished(rows: SqlReader): Promise<number> {
  const [row] = await rows<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "Job" WHERE ${ours} AND "queueState" <> 'ENDED'`,
  );
  return Number(row?.count);
}

/** How often each job has something that it must have once. */
const counts = {
  'a completed step per step': Prisma.sql`
    SELECT count(*) / 2.0 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'COMPLETED'`,
  'a request that a person has approved': Prisma.sql`
    SELECT count(*) FROM "Approval" WHERE "jobId" = "Job"."id" AND "state" = 'APPROVED' AND "decidedById" IS NOT NULL`,
  'an audit event of the decision': Prisma.sql`
    SELECT count(*) FROM "AuditEvent" WHERE "entityId" = "Job"."id" AND "action" = 'job.approve'`,
  'a reply after the decision': Prisma.sql`
    SELECT count(*) FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" = 'ANSWERED'`,
};

async function compareApprovals(rows: SqlReader, found: Findings): Promise<void> {
  const jobs = await rows<{ id: string; status: string }>(
    Prisma.sql`SELECT "id", "status" FROM "Job" WHERE ${ours}`,
  );
  const completed = jobs.filter(({ status }) => status === 'COMPLETED');
  found.expect(
    'each job that waited for a person is there once, and has completed',
    jobs.length === JOBS && completed.length === JOBS,
    jobs.filter(({ status }) => status !== 'COMPLETED').slice(0, 3),
  );
  for (const [thing, count] of Object.entries(counts)) {
    const wrong = await rows<{ id: string; count: number | bigint }>(
      Prisma.sql`SELECT "id", (${count}) AS "count" FROM "Job" WHERE ${ours} AND (${count}) <> 1`,
    );
    const seen = wrong.slice(0, 3).map(({ id, count: times }) => [id, Number(times)]);
    found.expect(`each job that was approved has ${thing}`, wrong.length === 0, seen);
  }
  const [executions] = await rows<{ count: number | bigint }>(Prisma.sql`
    SELECT count(*) AS "count" FROM "Execution" JOIN "Template" ON "Template"."id" = "templateId"
    WHERE "Template"."name" = ${NAME}`);
  found.expect('each job that was approved counts once', Number(executions?.count) === JOBS, {
    executions: Number(executions?.count),
  });
}
