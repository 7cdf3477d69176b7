import type { ReadRows } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { type JobTurn, Prisma } from '@/prisma/generated/prisma/client';

/** The jobs of all accounts that haven't ended. */
export interface OpenJobs {
  /** In their accounts' lines. */
  waiting: number;
  /** Held by a process. */
  running: number;
  /** Until their provider takes calls again. */
  parked: number;
  /** When the oldest of those in line was accepted (milliseconds since the epoch); null if there is none. */
  oldestAt: number | null;
}

/** Counts the jobs that haven't ended. It reads those in line, and of the others only the index. */
export async function countJobs(rows: ReadRows): Promise<OpenJobs> {
  const [counts, [oldest]] = await Promise.all([
    rows<{ turn: JobTurn; jobs: number | bigint }>(Prisma.sql`
      SELECT "turn", count(*) AS "jobs" FROM "Job" WHERE "turn" IN ('WAITING', 'DISPATCHED', 'PARKED')
      GROUP BY "turn"`),
    rows<{ createdAt: Date | number | bigint | null }>(Prisma.sql`
      SELECT min("createdAt") AS "createdAt" FROM "Job" WHERE "turn" = 'WAITING'`),
  ]);
  const of = (turn: JobTurn) => Number(counts.find((row) => row.turn === turn)?.jobs ?? 0);
  return {
    waiting: of('WAITING'),
    running: of('DISPATCHED'),
    parked: of('PARKED'),
    oldestAt: momentOf(oldest?.createdAt ?? null)?.getTime() ?? null,
  };
}
