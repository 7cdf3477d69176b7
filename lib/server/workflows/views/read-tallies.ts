import { addCosts } from '@/lib/engine/models/cost';
import type { ReadRows } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

/** What a job or step has used. */
export interface Sums {
  /** Calls of models. */
  attempts: number;
  tokensIn: number;
  tokensOut: number;
  /** Nano-dollars; null if a price isn't known. */
  costNanos: number | null;
}

interface TallyRow extends Record<'position' | 'attempts' | 'tokensIn' | 'tokensOut', number | bigint> {
  jobId: string;
  costNanos: number | bigint | null;
}

/** By job and position, the sums over the attempts of running jobs. */
export async function readTallies(
  rows: ReadRows,
  jobIds: readonly string[],
): Promise<Map<string, Map<number, Sums>>> {
  const tallies = new Map<string, Map<number, Sums>>();
  if (jobIds.length === 0) return tallies;
  const read = await rows<TallyRow>(Prisma.sql`
    SELECT "jobId", "position", sum(CASE WHEN "outcome" = 'PASSED_OVER' THEN 0 ELSE 1 END) AS "attempts",
      sum("inputTokens" + "cachedInputTokens" + "cacheWriteTokens") AS "tokensIn",
      sum("outputTokens" + "reasoningTokens") AS "tokensOut",
      CASE WHEN count(*) = count("costNanos") THEN sum("costNanos") END AS "costNanos"
    FROM "Attempt" WHERE "jobId" IN ${rows.dialect.listed(jobIds)} GROUP BY "jobId", "position"`);
  for (const { jobId, position, attempts, tokensIn, tokensOut, costNanos } of read) {
    const ofJob = tallies.get(jobId) ?? new Map<number, Sums>();
    tallies.set(jobId, ofJob);
    ofJob.set(Number(position), {
      attempts: Number(attempts),
      tokensIn: Number(tokensIn),
      tokensOut: Number(tokensOut),
      costNanos: costNanos === null ? null : Number(costNanos),
    });
  }
  return tallies;
}

/** The sums of a job over those of its steps. */
export const sumOf = (steps: readonly Sums[]): Sums =>
  steps.reduce(
    (sum, step) => ({
      attempts: sum.attempts + step.attempts,
      tokensIn: sum.tokensIn + step.tokensIn,
      tokensOut: sum.tokensOut + step.tokensOut,
      costNanos: addCosts(sum.costNanos, step.costNanos),
    }),
    { attempts: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 },
  );
