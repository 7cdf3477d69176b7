import { limits } from '@/lib/config/limits';
import type { KindPrices } from '@/lib/config/models/model-config';
import { type Catalog, pricesAt } from '@/lib/engine/models/catalog';
import { costNanos, kindPrices } from '@/lib/engine/models/cost';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { page } from '@/lib/validation/lists';
import { type Attempt, Prisma } from '@/prisma/generated/prisma/client';

/** An attempt with the caller's name for its step, and the prices of its cost (nano-dollars per token) if they're known. */
export type AttemptView = Attempt & { stepId: string; prices: KindPrices | null };

/**
 * The requests to providers that a job has made, and the models that were passed over, in the order of the steps.
 * @param input.stepId only those of this step
 * @throws AppError BAD_USER_INPUT; NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function listAttempts(
  ctx: WorkflowContext,
  viewer: Viewer,
  jobId: string,
  input: { stepId?: string | null | undefined; limit?: number | null | undefined } = {},
): Promise<AttemptView[]> {
  authorize(viewer, 'read');
  const { limit } = parseInput(page, { limit: input.limit });
  const { prisma, sql } = ctx.db;
  const job = await prisma.job.findFirst({
    where: { id: jobId, ...visibleJobs(viewer) },
    select: { id: true },
  });
  if (!job) throw notFound('Job');
  // In plain SQL: through Prisma, three hundred rows took longer than the rest of a job's page.
  const attempts = await sql<Attempt & { stepId: string }>(Prisma.sql`
    SELECT "Attempt".*, "JobStep"."stepId" FROM "Attempt"
    JOIN "JobStep" ON "JobStep"."jobId" = "Attempt"."jobId" AND "JobStep"."position" = "Attempt"."position"
    WHERE "Attempt"."jobId" = ${jobId} AND "JobStep"."stepId" = coalesce(${input.stepId ?? null}, "JobStep"."stepId")
    ORDER BY "Attempt"."position", "Attempt"."number" LIMIT ${limit ?? limits.list.max}`);
  const { catalog } = workflowsOf(ctx).engine;
  return attempts.map((attempt) => ({
    ...attempt,
    prices: chargedPrices(attempt, catalog),
  }));
}

/** The prices of an attempt, if its stored cost comes from them: the catalog may have changed since. */
function chargedPrices(attempt: Attempt, catalog: Catalog): KindPrices | null {
  const prices = pricesAt(catalog.named(attempt.model), attempt.startedAt.getTime());
  const usage = usageOf(attempt);
  if (!prices || costNanos(usage, prices) !== nanosOf(attempt.costNanos)) return null;
  return kindPrices(usage, prices);
}
