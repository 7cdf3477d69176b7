import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { NOW } from '@/bench/scale/world';
import { syncPlans } from '@/lib/server/billing/plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { seedDemo } from '@/prisma/seed/demo-data';
import { LARGE_JOB } from './measured-lists';

// `tsx bench/lists/fill-lists-program.ts FILE ATTEMPTS` makes a database with the demo data. With ATTEMPTS, the jobs of
// its largest account are repeated at earlier times until they have so many. One job has 50 steps and 300 attempts.

const HALF_DAY_MS = 43_200_000;

const [file = '', attempts = '0'] = process.argv.slice(2);
await deployMigrations(`file:${file}`);
const db = openDatabase(`file:${file}`);
await syncPlans(serverContext(db));
await seedDemo(db, NOW);
await db.close();
if (Number(attempts) > 0) repeatJobs(Number(attempts));

function repeatJobs(wanted: number): void {
  const sql = new Sqlite(file);
  for (const setting of ['synchronous = OFF', 'cache_size = -400000', 'foreign_keys = OFF'])
    sql.pragma(setting);
  /** The columns of a table, some of them with another expression. */
  const copied = (table: string, changed: Record<string, string>) => {
    const names = (sql.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
    const values = names.map((name) => changed[name] ?? `"${table}"."${name}"`);
    return { columns: names.map((name) => `"${name}"`).join(', '), values: values.join(', ') };
  };
  const copy = (table: string, id: string, changed: Record<string, string>) => {
    const { columns, values } = copied(table, changed);
    sql.exec(`INSERT INTO "${table}" (${columns}) SELECT ${values} FROM "Pass" CROSS JOIN "Source"
      CROSS JOIN "${table}" WHERE "${table}"."${id}" = "Source"."id"`);
  };
  sql.exec('BEGIN');
  sql.exec(`CREATE TEMP TABLE "Source" AS SELECT "id" FROM "Job" WHERE "queueState" = 'ENDED' AND "bulkRunId" IS NULL
    AND "accountId" = (SELECT "accountId" FROM "Job" GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`);
  const count = sql
    .prepare<[], number>(`SELECT count(*) FROM "Attempt" WHERE "jobId" IN (SELECT "id" FROM "Source")`)
    .pluck();
  const passes = Math.ceil(wanted / (count.get() ?? 1));
  sql.exec(`CREATE TEMP TABLE "Pass" AS WITH RECURSIVE "n" ("pass") AS
    (SELECT 1 UNION ALL SELECT "pass" + 1 FROM "n" WHERE "pass" < ${passes}) SELECT "pass" FROM "n"`);
  // Longer than a job's own id, which can begin with the same digits.
  const id = `printf('job_%04d', "pass") || substr("Source"."id", 5)`;
  const earlier = (name: string) => ({ [name]: `"${name}" - "pass" * ${HALF_DAY_MS}` });
  const ofRun = { ...earlier('startedAt'), ...earlier('finishedAt') };
  const none = { idempotencyKey: 'NULL', inputHash: 'NULL', workflow: 'NULL', metadata: 'NULL' };
  copy('Job', 'id', { ...ofRun, ...earlier('createdAt'), ...none, id });
  copy('JobStep', 'jobId', { ...ofRun, output: 'NULL', jobId: id });
  copy('Attempt', 'jobId', { ...earlier('startedAt'), jobId: id });
  const like = `(SELECT min("jobId") FROM "JobStep" WHERE "status" = 'COMPLETED' AND "output" IS NOT NULL
    AND "position" = 0 AND "jobId" IN (SELECT "id" FROM "Source"))`;
  const numbers = (from: number, to: number) => `(WITH RECURSIVE "n" ("value") AS (SELECT ${from} UNION ALL
    SELECT "value" + 1 FROM "n" WHERE "value" < ${to}) SELECT "value" FROM "n")`;
  const job = copied('Job', { id: `'${LARGE_JOB}'`, idempotencyKey: 'NULL', inputHash: 'NULL' });
  sql.exec(`INSERT INTO "Job" (${job.columns}) SELECT ${job.values} FROM "Job" WHERE "id" = ${like}`);
  const step = copied('JobStep', {
    ...{ jobId: `'${LARGE_JOB}'`, position: '"s"."value"', stepId: `'step' || "s"."value"`, attempts: '6' },
  });
  sql.exec(`INSERT INTO "JobStep" (${step.columns}) SELECT ${step.values} FROM ${numbers(0, 49)} AS "s"
    CROSS JOIN "JobStep" WHERE "jobId" = ${like} AND "position" = 0`);
  const attempt = copied('Attempt', {
    ...{ jobId: `'${LARGE_JOB}'`, position: '"s"."value"', number: '"a"."value"' },
  });
  sql.exec(`INSERT INTO "Attempt" (${attempt.columns}) SELECT ${attempt.values} FROM ${numbers(0, 49)} AS "s"
    CROSS JOIN ${numbers(1, 6)} AS "a" CROSS JOIN "Attempt" WHERE "jobId" = ${like} AND "position" = 0
    AND "number" = (SELECT min("number") FROM "Attempt" WHERE "jobId" = ${like} AND "position" = 0)`);
  // The migration that has brought the table counts all attempts.
  const migration = readFileSync('prisma/migrations/sqlite/0026_daily_model_calls/migration.sql', 'utf8');
  sql.exec(`DELETE FROM "DailyModelCalls"; ${migration.slice(migration.indexOf('INSERT INTO'))}`);
  sql.exec('COMMIT');
  sql.close();
}
