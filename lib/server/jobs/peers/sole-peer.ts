import type { SqlReader } from '@/lib/server/database/database';
import type { JobAtEpoch } from '@/lib/server/jobs/ledger/ledger-jobs';
import { Prisma } from '@/prisma/generated/prisma/client';
import type { Peers } from './peers';

/** A SQLite file has one process: nobody else needs to know of it, and whatever another one held is abandoned. */
export class SolePeer implements Peers {
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
