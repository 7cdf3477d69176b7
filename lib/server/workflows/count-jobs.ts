import type { SqlReader } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { Prisma, type QueueState } from '@/prisma/generated/prisma/client';

/**
 * Where jobs are that haven't ended: in their account's queue, because its plan has no capacity or they were returned;
 * dispatched, and waiting for a slot of a process; running; parked until their provider takes calls again.
 */
export const openJobStates = ['queued', 'dispatched', 'running', 'parked'] as const;
type OpenJobState = (typeof openJobStates)[number];

/** The jobs of all accounts that haven't ended. */
interface OpenJobs {
  jobs: Record<OpenJobState, number>;
  /** When the oldest of the dispatched ones was accepted that hasn't begun (milliseconds since the epoch); null without one. */
  oldestAt: number | null;
}

/** Counts the jobs that haven't ended. It reads the dispatched ones, which plans bound, and of the others the index alone. */
export async function countJobs(rows: SqlReader): Promise<OpenJobs> {
  const [counts, [idle]] = await Promise.all([
    rows<{ queueState: QueueState; jobs: number | bigint }>(Prisma.sql`
      SELECT "queueState", count(*) AS "jobs" FROM "Job" WHERE "queueState" IN ('WAITING', 'DISPATCHED', 'PARKED')
      GROUP BY "queueState"`),
    rows<{ jobs: number | bigint; oldestAt: Date | number | bigint | null }>(Prisma.sql`
      SELECT count(*) AS "jobs", min(CASE WHEN "startedAt" IS NULL THEN "createdAt" END) AS "oldestAt" FROM "Job"
      WHERE "queueState" = 'DISPATCHED' AND ("workerId" IS NULL OR "startedAt" IS NULL)`),
  ]);
  const of = (queueState: QueueState) =>
    Number(counts.find((row) => row.queueState === queueState)?.jobs ?? 0);
  const dispatched = Number(idle?.jobs ?? 0);
  const running = Math.max(0, of('DISPATCHED') - dispatched);
  return {
    jobs: { queued: of('WAITING'), dispatched, running, parked: of('PARKED') },
    oldestAt: momentOf(idle?.oldestAt)?.getTime() ?? null,
  };
}
