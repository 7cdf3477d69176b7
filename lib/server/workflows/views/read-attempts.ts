import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import { addCosts } from '@/lib/engine/models/cost';
import type { RunError } from '@/lib/engine/workflow';
import type { SqlReader } from '@/lib/server/database/database';
import { type Attempt, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** The usage of a job or step. */
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

/**
 * By job and position, the sums over the attempts of running jobs. A call under way counts, but what it will probably
 * use and cost doesn't: no sum gets smaller when it ends.
 */
export async function readTallies(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Map<number, Sums>>> {
  const tallies = new Map<string, Map<number, Sums>>();
  if (jobIds.length === 0) return tallies;
  const read = await rows<TallyRow>(Prisma.sql`
    SELECT "jobId", "position", sum(CASE WHEN "outcome" = 'PASSED_OVER' THEN 0 ELSE 1 END) AS "attempts",
      sum("isOver" * ("inputTokens" + "cachedInputTokens" + "cacheWriteTokens")) AS "tokensIn",
      sum("isOver" * ("outputTokens" + "reasoningTokens")) AS "tokensOut",
      CASE WHEN sum("isOver") = sum(CASE WHEN "costNanos" IS NULL THEN 0 ELSE "isOver" END)
        THEN sum("isOver" * coalesce("costNanos", 0)) END AS "costNanos"
    FROM (SELECT *, CASE WHEN "outcome" = 'RUNNING' THEN 0 ELSE 1 END AS "isOver" FROM "Attempt") AS "Attempt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIds)} GROUP BY "jobId", "position"`);
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

/** The cost of calls, as far as it is known. Calls under way aren't in it. */
export interface Spending {
  /** Nano-dollars of the calls whose cost is known. */
  knownNanos: number;
  /** How many calls have a cost that isn't known. */
  unknownCalls: number;
  /** Whether the tokens of some are estimated. */
  estimated: boolean;
}

/** The cost of a step, and the part of it for calls that gave nothing that could be used. */
export interface StepSpending {
  total: Spending;
  withoutResult: Spending;
}

/** By job and position, the costs over all attempts. */
export async function readSpending(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Map<number, StepSpending>>> {
  const read = await rows<SpendingRow>(Prisma.sql`
    SELECT "jobId", "position", CASE WHEN "outcome" = 'ANSWERED' THEN 1 ELSE 0 END AS "isUsed",
      sum(coalesce("costNanos", 0)) AS "knownNanos",
      sum(CASE WHEN "costNanos" IS NULL THEN 1 ELSE 0 END) AS "unknownCalls",
      max(CASE WHEN "estimated" THEN 1 ELSE 0 END) AS "estimated"
    FROM "Attempt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIds)} AND "outcome" NOT IN ('RUNNING', 'PASSED_OVER')
    GROUP BY "jobId", "position", CASE WHEN "outcome" = 'ANSWERED' THEN 1 ELSE 0 END`);
  const spent = new Map<string, Map<number, StepSpending>>();
  for (const { jobId, position, isUsed, ...sums } of read) {
    const ofJob = spent.get(jobId) ?? new Map<number, StepSpending>();
    spent.set(jobId, ofJob);
    const { total, withoutResult } = ofJob.get(Number(position)) ?? nothingSpent;
    const part = {
      knownNanos: Number(sums.knownNanos),
      unknownCalls: Number(sums.unknownCalls),
      estimated: Number(sums.estimated) === 1,
    };
    ofJob.set(Number(position), {
      total: addSpending(total, part),
      withoutResult: Number(isUsed) === 1 ? withoutResult : addSpending(withoutResult, part),
    });
  }
  return spent;
}

interface SpendingRow
  extends Record<'position' | 'isUsed' | 'knownNanos' | 'unknownCalls' | 'estimated', number | bigint> {
  jobId: string;
}

const nothing: Spending = { knownNanos: 0, unknownCalls: 0, estimated: false };
export const nothingSpent: StepSpending = { total: nothing, withoutResult: nothing };

const addSpending = (one: Spending, other: Spending): Spending => ({
  knownNanos: one.knownNanos + other.knownNanos,
  unknownCalls: one.unknownCalls + other.unknownCalls,
  estimated: one.estimated || other.estimated,
});

/** The costs of a job over those of its steps. */
export const spendingOf = (steps: Iterable<StepSpending>): StepSpending =>
  [...steps].reduce(
    (sum, step) => ({
      total: addSpending(sum.total, step.total),
      withoutResult: addSpending(sum.withoutResult, step.withoutResult),
    }),
    nothingSpent,
  );

/** By job and position, when steps of running jobs continue after a failed call. */
export async function readWaits(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Map<number, Date>>> {
  const waits = new Map<string, Map<number, Date>>();
  if (jobIds.length === 0) return waits;
  const read = await rows<Pick<Attempt, 'jobId' | 'position'> & { retryAt: Date }>(Prisma.sql`
    SELECT "jobId", "position", "retryAt" FROM "Attempt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIds)} AND "retryAt" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM "Attempt" AS "later" WHERE "later"."jobId" = "Attempt"."jobId"
        AND "later"."position" = "Attempt"."position" AND "later"."number" > "Attempt"."number")`);
  for (const { jobId, position, retryAt } of read) {
    const ofJob = waits.get(jobId) ?? new Map<number, Date>();
    waits.set(jobId, ofJob.set(Number(position), retryAt));
  }
  return waits;
}

/** By job and step that ran out of models, the codes with which each of them failed in the end. */
export async function readCauses(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Map<string, WorkflowErrorCode[]>>> {
  const causes = new Map<string, Map<string, WorkflowErrorCode[]>>();
  // Failures before a reply concern another piece of the text. Attempts of other steps, which may be many, aren't read:
  // SQLite reads the table on the left of a CROSS JOIN first.
  const read = await rows<{ jobId: string; stepId: string; code: WorkflowErrorCode }>(Prisma.sql`
    SELECT "JobStep"."jobId", "stepId", "code"
    FROM "JobStep" CROSS JOIN "Attempt"
    WHERE "JobStep"."jobId" IN ${rows.dialect.listed(jobIds)} AND "JobStep"."errorCode" = 'FALLBACKS_EXHAUSTED'
      AND "Attempt"."jobId" = "JobStep"."jobId" AND "Attempt"."position" = "JobStep"."position"
      AND "code" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM "Attempt" AS "later" WHERE "later"."jobId" = "Attempt"."jobId"
        AND "later"."position" = "Attempt"."position" AND "later"."number" > "Attempt"."number"
        AND ("later"."model" = "Attempt"."model" OR "later"."outcome" = 'ANSWERED'))`);
  for (const { jobId, stepId, code } of read) {
    const ofJob = causes.get(jobId) ?? new Map<string, WorkflowErrorCode[]>();
    causes.set(jobId, ofJob.set(stepId, [...(ofJob.get(stepId) ?? []), code]));
  }
  return causes;
}

interface FailedStep extends Pick<JobStep, 'jobId' | 'stepId' | 'errorCode' | 'errorMessage'> {
  code: string | null;
  message: string | null;
}

/**
 * By job, the errors of its failed steps, in their order. If a step ran out of models, it's the error of its last
 * call, because the step's own says no more than that.
 */
export async function readDeepestErrors(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, RunError[]>> {
  const steps = await rows<FailedStep>(Prisma.sql`
    SELECT "JobStep"."jobId", "stepId", "errorCode", "errorMessage", "code", "message"
    FROM "JobStep" LEFT JOIN "Attempt" ON "errorCode" = 'FALLBACKS_EXHAUSTED'
      AND "Attempt"."jobId" = "JobStep"."jobId" AND "Attempt"."position" = "JobStep"."position"
      AND "number" = (SELECT "number" FROM "Attempt" AS "last" WHERE "last"."jobId" = "JobStep"."jobId"
        AND "last"."position" = "JobStep"."position" AND "code" IS NOT NULL ORDER BY "number" DESC LIMIT 1)
    WHERE "JobStep"."jobId" IN ${rows.dialect.listed(jobIds)} AND "JobStep"."status" = 'FAILED'
      AND "errorCode" IS NOT NULL
    ORDER BY "JobStep"."jobId", "JobStep"."position"`);
  const errors = steps.map(({ jobId, stepId, errorCode, errorMessage, code, message }) => ({
    jobId,
    error: {
      code: (code ?? errorCode) as WorkflowErrorCode,
      message: message ?? errorMessage ?? '',
      stepId,
    },
  }));
  const byJob = Map.groupBy(errors, ({ jobId }) => jobId);
  return new Map([...byJob].map(([jobId, ofJob]) => [jobId, ofJob.map(({ error }) => error)]));
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
