import type { ReadRows } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Where jobs are that haven't ended: in their account's queue, because its plan has no room or they were given back;
 * let go, and waiting for a place in a process; running; parked until their provider takes calls again.
 */
export const openJobStates = ['queued', 'dispatched', 'running', 'parked'] as const;
export type OpenJobState = (typeof openJobStates)[number];

/** The jobs of all accounts in one state. */
export interface OpenJobs {
  jobs: number;
  /** When the oldest that hasn't begun was accepted (milliseconds since the epoch); null if there is none. */
  oldestAt: number | null;
}

/** Counts the jobs that haven't ended: it reads them, and no others. */
export async function countJobs(rows: ReadRows): Promise<Record<OpenJobState, OpenJobs>> {
  const found = await rows<{
    state: OpenJobState;
    jobs: number | bigint;
    oldestAt: Date | number | bigint | null;
  }>(Prisma.sql`
    SELECT CASE
        WHEN "turn" = 'WAITING' THEN 'queued'
        WHEN "turn" = 'PARKED' THEN 'parked'
        WHEN "workerId" IS NULL OR "startedAt" IS NULL THEN 'dispatched'
        ELSE 'running' END AS "state",
      count(*) AS "jobs", min(CASE WHEN "startedAt" IS NULL THEN "createdAt" END) AS "oldestAt"
    FROM "Job" WHERE "turn" IN ('WAITING', 'DISPATCHED', 'PARKED') GROUP BY 1`);
  const of = (state: OpenJobState): OpenJobs => {
    const row = found.find((one) => one.state === state);
    return { jobs: Number(row?.jobs ?? 0), oldestAt: momentOf(row?.oldestAt)?.getTime() ?? null };
  };
  return { queued: of('queued'), dispatched: of('dispatched'), running: of('running'), parked: of('parked') };
}
