import { limits } from '@/lib/config/limits';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { visibleJobs } from '@/lib/server/workflows/get-job';
import { page } from '@/lib/validation/lists';
import type { Attempt } from '@/prisma/generated/prisma/client';

/** An attempt with the caller's name for its step. */
export type AttemptView = Attempt & { stepId: string };

/**
 * The requests to providers that a job has made, and the models that were passed over, in the order of the steps.
 * @param input.stepId only those of this step
 * @throws AppError BAD_USER_INPUT; NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function listAttempts(
  { db }: ServerContext,
  viewer: Viewer,
  jobId: string,
  input: { stepId?: string | null | undefined; limit?: number | null | undefined } = {},
): Promise<AttemptView[]> {
  authorize(viewer, 'read');
  const { limit } = parseInput(page, { limit: input.limit });
  const job = await db.prisma.job.findFirst({
    where: { id: jobId, ...visibleJobs(viewer) },
    select: { steps: { select: { position: true, stepId: true } } },
  });
  if (!job) throw notFound('Job');
  const names = new Map(job.steps.map(({ position, stepId }) => [position, stepId]));
  const position = job.steps.find(({ stepId }) => stepId === input.stepId)?.position ?? -1;
  const attempts = await db.prisma.attempt.findMany({
    where: { jobId, ...(input.stepId != null && { position }) },
    orderBy: [{ position: 'asc' }, { number: 'asc' }],
    take: limit ?? limits.list.max,
  });
  return attempts.map((attempt) => ({ ...attempt, stepId: names.get(attempt.position) ?? '' }));
}
