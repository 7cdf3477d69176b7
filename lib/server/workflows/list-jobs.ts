import { endOfDay, startOfDay } from '@/lib/rules/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/usage/find-usage-user';
import { type JobView, jobView, type StepView, stepView, visibleJobs } from '@/lib/server/workflows/get-job';
import type { Page } from '@/lib/validation/lists';
import { type JobFilters, jobFilters } from '@/lib/validation/workflows';
import type { Attempt } from '@/prisma/generated/prisma/client';

/** A job of a list. Its steps are read for all jobs of the page at once, if they are asked for. */
export type ListedJob = Omit<JobView, 'steps'> & { readSteps(): Promise<StepView[]> };

/**
 * Jobs, newest first: the caller's own, or for an admin the account's or one user's.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the caller can't see
 */
export async function listJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...rest }: JobFilters & { page: Page },
): Promise<ListedJob[]> {
  authorize(viewer, 'read');
  const { userId, name, status, from, to } = parseInput(jobFilters, rest);
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const visible = visibleJobs(viewer);
  const where = {
    ...visible,
    ...(owner && { userId: owner }),
    ...(name && { name }),
    ...(status && { status }),
    createdAt: { ...(from && { gte: startOfDay(from) }), ...(to && { lt: endOfDay(to) }) },
  };
  const jobs = await listPage(
    page,
    (id) => ctx.db.read.job.findFirst({ where: { id, ...visible }, select: placeColumns }),
    ({ take, from }) =>
      ctx.db.read.job.findMany({
        where: { AND: [where, wherePlace(from, take)] },
        orderBy: newestFirst,
        take,
        omit: { workflow: true, file: true },
      }),
  );
  const ids = jobs.map(({ id }) => id);
  const running = jobs.filter(({ status }) => status === 'RUNNING').map(({ id }) => id);
  const [pruned, attempts] = await Promise.all([
    ctx.db.read.job.findMany({ where: { id: { in: ids }, workflow: null }, select: { id: true } }),
    running.length > 0 ? ctx.db.read.attempt.findMany({ where: { jobId: { in: running } } }) : [],
  ]);
  const prunedIds = new Set(pruned.map(({ id }) => id));
  let reading: Promise<Map<string, StepView[]>> | undefined;
  const stepsOf = async (id: string) => {
    reading ??= readSteps(ctx, ids, attempts);
    return (await reading).get(id) ?? [];
  };
  return jobs.map((job) => {
    const made = attempts.filter(({ jobId }) => jobId === job.id);
    const { steps: _, ...view } = jobView({ ...job, isPruned: prunedIds.has(job.id) }, [], made);
    return { ...view, readSteps: () => stepsOf(job.id) };
  });
}

async function readSteps(
  { db }: ServerContext,
  ids: string[],
  attempts: readonly Attempt[],
): Promise<Map<string, StepView[]>> {
  const views = new Map<string, StepView[]>(ids.map((id) => [id, []]));
  const steps = await db.read.jobStep.findMany({
    where: { jobId: { in: ids } },
    orderBy: { position: 'asc' },
    omit: { pieces: true },
  });
  for (const step of steps) {
    const made = attempts.filter(({ jobId, position }) => jobId === step.jobId && position === step.position);
    views.get(step.jobId)?.push(stepView(step, made));
  }
  return views;
}
