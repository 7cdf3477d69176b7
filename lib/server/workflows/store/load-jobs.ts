import type { StepState, TakenJob, Tally } from '@/lib/engine/run/run-store';
import type { RunError, Workflow } from '@/lib/engine/workflow';
import type { ReadRows } from '@/lib/server/database/database';
import type { DispatchedJob } from '@/lib/server/workflows/store/dispatch-jobs';
import { type Attempt, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

interface LoadedJob {
  id: string;
  startedAt: Date | null;
  losses: number;
  workflow: string | null;
}

/** Jobs with all that a run needs to begin or go on, as they are stored. Deleted ones are left out. */
export async function loadJobs(rows: ReadRows, jobs: readonly DispatchedJob[]): Promise<TakenJob[]> {
  if (jobs.length === 0) return [];
  const ids = rows.dialect.listed(jobs.map(({ id }) => id));
  const [loaded, steps, attempts] = await Promise.all([
    rows<LoadedJob>(
      Prisma.sql`SELECT "id", "startedAt", "losses", "workflow" FROM "Job" WHERE "id" IN ${ids}`,
    ),
    rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position"`),
    rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position", "number"`,
    ),
  ]);
  const byId = new Map(loaded.map((job) => [job.id, job]));
  const stepsOf = grouped(steps);
  const attemptsOf = grouped(attempts);
  return jobs.flatMap((job): TakenJob[] => {
    const stored = byId.get(job.id);
    if (!stored || stored.workflow === null) return [];
    const made = attemptsOf.get(job.id) ?? [];
    return [
      {
        id: job.id,
        accountId: job.accountId,
        epoch: job.epoch,
        slots: job.slots,
        losses: stored.losses,
        startedAt: stored.startedAt?.getTime() ?? null,
        workflow: JSON.parse(stored.workflow) as Workflow,
        steps: (stepsOf.get(job.id) ?? []).map((step) =>
          stateOf(
            step,
            made.filter(({ position }) => position === step.position),
          ),
        ),
        lastModel: lastCalled(made),
        failedCalls: failedCalls(made),
      },
    ];
  });
}

function grouped<Row extends { jobId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.jobId);
    if (group) group.push(row);
    else groups.set(row.jobId, [row]);
  }
  return groups;
}

/** What a step has used is summed from its attempts: its own row has it only once it has settled. */
function stateOf(step: JobStep, attempts: readonly Attempt[]): StepState {
  return {
    position: step.position,
    status: step.status,
    output: step.output === null ? null : JSON.parse(step.output),
    error: errorOf(step),
    model: step.model,
    reason: step.reason,
    fallbacks: JSON.parse(step.fallbacks) as string[],
    truncated: step.truncated,
    latencyMs: step.latencyMs,
    startedAt: step.startedAt?.getTime() ?? null,
    finishedAt: step.finishedAt?.getTime() ?? null,
    waitingUntil: step.waitingUntil?.getTime() ?? null,
    ...tallyOf(attempts),
  };
}

/** The error of a job or step. */
export const errorOf = ({
  errorCode,
  errorMessage,
  errorStepId,
}: Pick<JobStep, 'errorCode' | 'errorMessage' | 'errorStepId'>): RunError | null =>
  errorCode === null
    ? null
    : { code: errorCode as RunError['code'], message: errorMessage ?? '', stepId: errorStepId };

/** The sums of a step's attempts. */
export function tallyOf(attempts: readonly Attempt[]): Tally {
  const tally: Tally = { attempts: 0, lastNumber: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 };
  for (const attempt of attempts) {
    tally.lastNumber = Math.max(tally.lastNumber, attempt.number);
    if (attempt.outcome !== 'PASSED_OVER') tally.attempts += 1;
    tally.tokensIn += attempt.inputTokens + attempt.cachedInputTokens + attempt.cacheWriteTokens;
    tally.tokensOut += attempt.outputTokens + attempt.reasoningTokens;
    tally.costNanos =
      tally.costNanos === null || attempt.costNanos === null
        ? null
        : tally.costNanos + Number(attempt.costNanos);
  }
  return tally;
}

function lastCalled(attempts: readonly Attempt[]): string | null {
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  called.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return called.at(-1)?.model ?? null;
}

function failedCalls(attempts: readonly Attempt[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome, position, model } of attempts) {
    if (outcome !== 'FAILED') continue;
    const key = `${position} ${model}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
