import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '@/lib/config/demo';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { type BulkRun, Prisma } from '@/prisma/generated/prisma/client';
import { startProductionServer } from '@/testing/run/server-process';
import { callApi, signIn } from './api-client';
import type { Findings } from './findings';

/** Rows of the run, and how often the server is killed while it runs them. LOSS_ROWS sets another number of rows. */
const ROWS = Number(process.env.LOSS_ROWS || 400);
const KILLS = 5;
const CONCURRENCY = 16;
/** How long (ms) a part of the rows may take. */
const PATIENCE = 120_000;

const NAME = 'Rows of the loss test';

/**
 * Uploads a file of so many rows, and starts a step of the sandbox for each, sixteen at a time.
 * @returns the id of the run
 */
export async function startRows(port: number, token: string, rows: number): Promise<string> {
  const lines = Array.from(
    { length: rows },
    (_, row) => `${row},The gripper of arm ${row} stops. We see E-41.\n`,
  );
  const { data: stored, errors } = await callApi<{ file: { fileId: string } }>(
    port,
    'mutation ($file: Upload!) { file: uploadBulkFile(file: $file) { fileId } }',
    { token, file: new File([`number,text\n${lines.join('')}`], 'arms.csv') },
  );
  if (!stored) throw new Error(`The rows could not be uploaded: ${JSON.stringify(errors)}`);
  const workflow = {
    name: NAME,
    steps: [{ id: 'summary', task: 'summarization', input: '{{ variables.text }}' }],
  };
  const input = { fileId: stored.file.fileId, concurrency: CONCURRENCY, workflow };
  const started = await callApi<{ run: { id: string } }>(
    port,
    'mutation ($input: StartBulkWorkflowInput!) { run: startBulkWorkflow(input: $input) { id } }',
    { token, variables: { input } },
  );
  if (!started.data) throw new Error(`The rows could not be started: ${JSON.stringify(started.errors)}`);
  return started.data.run.id;
}

type RunState = Pick<BulkRun, 'status' | 'completedRows' | 'createdAt' | 'finishedAt'>;

/** Resolves once so many rows of a run have completed, or the run has ended. @throws Error if it takes too long */
export async function untilCompleted(rows: SqlReader, runId: string, count: number): Promise<RunState> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    const [run] = await rows<RunState>(Prisma.sql`
      SELECT "status", "completedRows", "createdAt", "finishedAt" FROM "BulkRun" WHERE "id" = ${runId}`);
    if (run && (run.finishedAt || run.completedRows >= count)) return run;
    await delay(10);
  }
  throw new Error(`The run ${runId} took too long.`);
}

/**
 * Kills the server again and again while it runs the rows of a bulk run, then lets it finish. Afterwards it looks for
 * every row, job and call in the database.
 * @param env of a SQLite database with demo data that no process has open
 * @returns a summary for the report
 */
export async function bulkRun(env: Record<string, string>, found: Findings): Promise<string> {
  const port = Number(env.PORT);
  const db = openDatabase(String(env.DATABASE_URL));
  let server = await startProductionServer(env);
  try {
    const { token } = await signIn(port, 'dev@globex.test', demoPassword);
    const runId = await startRows(port, token, ROWS);
    const underWay: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilCompleted(db.sql, runId, Math.floor(((kill + Math.random()) * ROWS) / KILLS));
      await delay(randomInt(0, 20));
      await server.kill();
      underWay.push(...(await callsOf(db.sql, runId, 'RUNNING')));
      const jobs = await unfinishedOf(db.sql, runId);
      found.expect('no more rows have a job than the run runs at once', jobs <= CONCURRENCY, jobs);
      server = await startProductionServer(env);
    }
    const run = await untilCompleted(db.sql, runId, ROWS);
    found.expect('the run completes', run.status === 'COMPLETED' && run.completedRows === ROWS, run);
    await compareRows(db.sql, runId, found);
    const lost = await callsOf(db.sql, runId, 'LOST');
    found.expect(
      'the calls that a kill cut off are lost, and no others',
      String(lost) === String(underWay.sort()),
      {
        lost,
        underWay,
      },
    );
    return `${ROWS} rows of a bulk run completed once each over ${KILLS} kills, which cut off ${underWay.length} calls`;
  } finally {
    await server.kill();
    await db.close();
  }
}

/** The calls of a run's jobs with this outcome. */
async function callsOf(rows: SqlReader, runId: string, outcome: 'RUNNING' | 'LOST'): Promise<string[]> {
  const calls = await rows<{ jobId: string; number: number }>(Prisma.sql`
    SELECT "jobId", "number" FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId"
    WHERE "bulkRunId" = ${runId} AND "outcome" = ${Prisma.raw(`'${outcome}'`)}`);
  return calls.map(({ jobId, number }) => `${jobId} ${number}`).sort();
}

async function unfinishedOf(rows: SqlReader, runId: string): Promise<number> {
  const [row] = await rows<{ count: number | bigint }>(Prisma.sql`
    SELECT count(*) AS "count" FROM "Job" WHERE "bulkRunId" = ${runId} AND "queueState" <> 'ENDED'`);
  return Number(row?.count);
}

async function compareRows(rows: SqlReader, runId: string, found: Findings): Promise<void> {
  const none = async (guarantee: string, query: Prisma.Sql) => {
    const wrong = await rows<Record<string, unknown>>(query);
    found.expect(guarantee, wrong.length === 0, wrong.slice(0, 3));
  };
  const [jobs] = await rows<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "Job" WHERE "bulkRunId" = ${runId}`,
  );
  found.expect('each row became one job', Number(jobs?.count) === ROWS, Number(jobs?.count));
  await none(
    'each row has completed, with the result of a job of its own',
    Prisma.sql`
      SELECT "BulkRow"."position" FROM "BulkRow" LEFT JOIN "Job" ON "Job"."id" = "BulkRow"."jobId" AND "bulkRunId" = "runId"
      LEFT JOIN "JobStep" ON "JobStep"."jobId" = "Job"."id"
      WHERE "runId" = ${runId} AND ("BulkRow"."status" <> 'COMPLETED' OR "Job"."status" IS NULL
        OR "Job"."status" <> 'COMPLETED' OR "output" IS NULL)`,
  );
  await none(
    'each row was answered once, and no call of it ended otherwise but as lost',
    Prisma.sql`
      SELECT "Attempt"."jobId" FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId" WHERE "bulkRunId" = ${runId}
      GROUP BY "jobId" HAVING sum(CASE "outcome" WHEN 'ANSWERED' THEN 1 ELSE 0 END) <> 1
        OR sum(CASE "outcome" WHEN 'LOST' THEN 0 ELSE 1 END) <> 1`,
  );
  await none(
    'each row is charged as one execution',
    Prisma.sql`
      SELECT "name" FROM "Template" WHERE "name" = ${NAME}
      AND (SELECT count(*) FROM "Execution" WHERE "templateId" = "Template"."id") <> ${ROWS}`,
  );
}
