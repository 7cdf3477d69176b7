import type { Measured } from '@/lib/engine/routing/measurements';
import type { ReadRows } from '@/lib/server/database/database';
import type { LostJob } from '@/lib/server/jobs/ledger/recover-jobs';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How often (ms) a process reports in, and after which silence its jobs are taken up by others. */
export const REPORT_EVERY_MS = 2_000;
export const SILENT_MS = 8_000;
/** How long (ms) the row of a process that has ended stays. */
const FORGET_MS = 24 * 60 * 60_000;

/** Whether other processes may run jobs of this database: a SQLite file has one. */
export const hasOthers = ({ db }: ServerContext): boolean => db.read.dialect.name === 'postgresql';

/** Lets other processes know that this one is alive, and what it has measured of the models. */
export async function reportIn(ctx: ServerContext, workerId: string, measured: Measured): Promise<void> {
  if (!hasOthers(ctx)) return;
  const json = JSON.stringify(measured);
  // By the clock of the database: those of the processes may differ.
  await ctx.db.writeRows(
    async (tx) => {
      await tx.$executeRaw`
        INSERT INTO "Worker" ("id", "seenAt", "measured")
        VALUES (${workerId}, clock_timestamp() AT TIME ZONE 'UTC', ${json})
        ON CONFLICT ("id") DO UPDATE SET "seenAt" = excluded."seenAt", "measured" = excluded."measured"`;
      await tx.$executeRaw`
        DELETE FROM "Worker"
        WHERE "seenAt" < clock_timestamp() AT TIME ZONE 'UTC' - ${FORGET_MS} * INTERVAL '1 millisecond'`;
    },
    { accountId: workerId },
  );
}

/** What the other processes that are alive have measured of the models. */
export async function measuredElsewhere({ db }: ServerContext, workerId: string): Promise<Measured[]> {
  const rows = await db.rows<{ measured: string }>(Prisma.sql`
    SELECT "measured" FROM "Worker" WHERE "id" <> ${workerId}
      AND "seenAt" >= clock_timestamp() AT TIME ZONE 'UTC' - ${SILENT_MS} * INTERVAL '1 millisecond'`);
  return rows.map(({ measured }) => JSON.parse(measured) as Measured);
}

/** Lets other processes know that this one has ended: what it still holds can be taken up at once. */
export async function reportOut(ctx: ServerContext, workerId: string): Promise<void> {
  if (!hasOthers(ctx)) return;
  await ctx.db.writeRows((tx) => tx.$executeRaw`DELETE FROM "Worker" WHERE "id" = ${workerId}`, {
    accountId: workerId,
  });
}

/** How many processes that run jobs of a PostgreSQL database are alive. */
export async function livingWorkers(rows: ReadRows): Promise<number> {
  const [row] = await rows<{ alive: number | bigint }>(Prisma.sql`
    SELECT count(*) AS "alive" FROM "Worker"
    WHERE "seenAt" >= clock_timestamp() AT TIME ZONE 'UTC' - ${SILENT_MS} * INTERVAL '1 millisecond'`);
  return Number(row?.alive ?? 0);
}

/** Jobs whose process has ended without a word: on SQLite all that aren't this one's. */
export function lostJobs(rows: ReadRows, workerId: string): Promise<LostJob[]> {
  if (rows.dialect.name === 'sqlite')
    return rows<LostJob>(Prisma.sql`
      SELECT "id", "accountId", "epoch" FROM "Job" WHERE "turn" = 'DISPATCHED' AND "workerId" <> ${workerId}`);
  return rows<LostJob>(Prisma.sql`
    SELECT "Job"."id", "accountId", "epoch" FROM "Job" LEFT JOIN "Worker" ON "Worker"."id" = "workerId"
    WHERE "turn" = 'DISPATCHED' AND "workerId" IS NOT NULL AND ("seenAt" IS NULL
      OR "seenAt" < clock_timestamp() AT TIME ZONE 'UTC' - ${SILENT_MS} * INTERVAL '1 millisecond')`);
}
