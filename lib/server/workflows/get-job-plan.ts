import { estimatePlan } from '@/lib/engine/planning/estimate-plan';
import { followDependencies } from '@/lib/engine/planning/order-steps';
import { Breakers } from '@/lib/engine/routing/breakers';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { sentWith } from '@/lib/server/jobs/ledger/load-jobs';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { visibleJobs } from '@/lib/server/workflows/get-job';
import { type PlanView, planView } from '@/lib/server/workflows/get-plan';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * The plan of a job's workflow, at the prices of the time when it was sent. Models are ranked as they are now, without
 * pauses of their calls, since what was measured then isn't stored.
 * @returns null once its workflow is no longer kept, or if a task of it is no longer there
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function getJobPlan(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<PlanView | null> {
  authorize(viewer, 'read');
  const job = await ctx.db.prisma.job.findFirst({
    where: { id, ...visibleJobs(viewer) },
    select: { id: true, createdAt: true, workflow: true, slots: true, metadata: true },
  });
  if (!job) throw notFound('Job');
  const workflow = sentWith(job)?.workflow;
  if (!workflow?.steps.every(({ task }) => taskNamed(task))) return null;
  const { waves } = followDependencies(workflow.steps.map(({ waitsFor }) => [...waitsFor]));
  const { engine } = workflowsOf(ctx);
  const { clock } = engine;
  const then = {
    now: () => job.createdAt.getTime(),
    elapsed: () => clock.elapsed(),
    sleep: (...wait: Parameters<typeof clock.sleep>) => clock.sleep(...wait),
  };
  const own = { ...engine, clock: then, breakers: new Breakers(clock) };
  return planView(estimatePlan(workflow, waves, own, { fileBytes: await fileBytesOf(ctx, id) }));
}

/** The size of a job's uploaded text; 0 if it has none. */
async function fileBytesOf({ db }: WorkflowContext, id: string): Promise<number> {
  const [file] = await db.sql<{ bytes: number | bigint }>(
    Prisma.sql`SELECT octet_length("text") AS "bytes" FROM "JobFile" WHERE "jobId" = ${id}`,
  );
  return Number(file?.bytes ?? 0);
}
