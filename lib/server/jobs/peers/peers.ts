import type { Measured } from '@/lib/engine/routing/measurements';
import type { Database, SqlReader } from '@/lib/server/database/database';
import type { JobAtEpoch } from '@/lib/server/jobs/ledger/ledger-jobs';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How often (ms) a worker sends a heartbeat, and after which silence its jobs count as abandoned. */
export const HEARTBEAT_MS = 2_000;
export const SILENT_MS = 8_000;

/** How the processes that run jobs of one database know each other. */
export interface Peers {
  /** Whether other processes may run jobs of the database, too. */
  readonly isShared: boolean;
  /** Shows the others that a worker is alive, and what it has measured of the models. */
  heartbeat(workerId: string, measured: Measured): Promise<void>;
  /** Shows the others that a worker has ended: what it still holds is abandoned at once. */
  deregister(workerId: string): Promise<void>;
  /** The measurements of the other living workers. */
  measuredByOthers(workerId: string): Promise<Measured[]>;
  /** How many workers are alive; null if only this process knows. */
  countAlive(): Promise<number | null>;
  /** Jobs that are dispatched to a worker that has crashed, as a worker sees them. */
  abandonedJobs(rows: SqlReader, workerId: string): Promise<JobAtEpoch[]>;
}

/** A SQLite file has one process: nobody else needs to know of it, and whatever another one held is abandoned. */
class SolePeer implements Peers {
  readonly isShared = false;

  async heartbeat(): Promise<void> {}

  async deregister(): Promise<void> {}

  async measuredByOthers(): Promise<[]> {
    return [];
  }

  async countAlive(): Promise<null> {
    return null;
  }

  abandonedJobs(rows: SqlReader, workerId: string): Promise<JobAtEpoch[]> {
    return rows<JobAtEpoch>(Prisma.sql`
      SELECT "id", "accountId", "epoch" FROM "Job" WHERE "queueState" = 'DISPATCHED' AND "workerId" <> ${workerId}`);
  }
}

/** How long (ms) the row of a worker that has crashed stays. */
const FORGET_MS = 24 * 60 * 60_000;

/** Whether a worker has sent a heartbeat lately. By the clock of the database: those of the processes may differ. */
const isAlive = Prisma.sql`
  "seenAt" >= clock_timestamp() AT TIME ZONE 'UTC' - ${SILENT_MS} * INTERVAL '1 millisecond'`;

/** Processes that share a PostgreSQL database: a row in "Worker" for each. */
class PostgresPeers implements Peers {
  readonly isShared = true;

  constructor(readonly db: Database) {}

  async heartbeat(workerId: string, measured: Measured): Promise<void> {
    const json = JSON.stringify(measured);
    await this.db.writeRows(
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

  async deregister(workerId: string): Promise<void> {
    await this.db.writeRows((tx) => tx.$executeRaw`DELETE FROM "Worker" WHERE "id" = ${workerId}`, {
      accountId: workerId,
    });
  }

  async measuredByOthers(workerId: string): Promise<Measured[]> {
    const rows = await this.db.sql<{ measured: string }>(Prisma.sql`
      SELECT "measured" FROM "Worker" WHERE "id" <> ${workerId} AND ${isAlive}`);
    return rows.map(({ measured }) => JSON.parse(measured) as Measured);
  }

  async countAlive(): Promise<number> {
    const [row] = await this.db.sql<{ alive: number | bigint }>(Prisma.sql`
      SELECT count(*) AS "alive" FROM "Worker" WHERE ${isAlive}`);
    return Number(row?.alive ?? 0);
  }

  abandonedJobs(rows: SqlReader): Promise<JobAtEpoch[]> {
    return rows<JobAtEpoch>(Prisma.sql`
      SELECT "Job"."id", "accountId", "epoch" FROM "Job" LEFT JOIN "Worker" ON "Worker"."id" = "workerId"
      WHERE "queueState" = 'DISPATCHED' AND "workerId" IS NOT NULL AND (${isAlive}) IS NOT TRUE`);
  }
}

/** Which of the two a database needs. */
export const openPeers = (db: Database): Peers =>
  db.prisma.dialect.name === 'postgresql' ? new PostgresPeers(db) : new SolePeer();
