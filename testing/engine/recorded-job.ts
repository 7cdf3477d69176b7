import { type RecordedAttempt, type RecordedJob, recordedMessage } from '@/lib/engine/drill/recorded-job';
import type { AttemptEnd } from '@/lib/engine/run/run-store';
import type { StepInput } from '@/lib/engine/workflow';
import { EngineWorld } from './engine-world';
import { plannedWorkflow } from './planned-workflow';
import type { Script } from './scripted-provider';

/** Runs a workflow in a world of its own, and returns all that a database keeps of it. */
export async function runAndRecord(
  script: Script,
  steps: readonly StepInput[],
  { slots = 4, ...more }: { slots?: number } & Parameters<typeof plannedWorkflow>[1] = {},
) {
  const world = new EngineWorld(script);
  const ends: AttemptEnd[] = [];
  const record = world.store.record.bind(world.store);
  world.store.record = (job, change) => {
    ends.push(...change.ended);
    return record(job, change);
  };
  const stored = await world.run(plannedWorkflow(steps, more), slots);
  const startOf = new Map(
    stored.attempts.map(({ position, number, startedAt }) => [`${position} ${number}`, startedAt]),
  );
  const attempts = ends
    .map((end): RecordedAttempt => {
      const { position, number, model, outcome, code, failureKind, message, status, usage } = end;
      const { estimated, costNanos, firstTokenMs, milliseconds, retryAt } = end;
      const startedAt = startOf.get(`${position} ${number}`) ?? 0;
      const named = { position, number, model, outcome, code, failureKind, message, status, usage };
      return { ...named, estimated, costNanos, firstTokenMs, milliseconds, retryAt, startedAt };
    })
    .toSorted((one, other) => one.position - other.position || one.number - other.number);
  const job: RecordedJob = {
    workflow: stored.workflow,
    slots,
    createdAt: 0,
    startedAt: stored.startedAt,
    attempts,
    steps: stored.steps.map(({ position, status, error, reason, startedAt, finishedAt, approval }) => ({
      ...{ position, status, error, reason, startedAt, finishedAt, approval },
      messages: stored.prompts
        .filter((prompt) => prompt.position === position)
        .flatMap(({ number, messages }) =>
          messages.map((message) => recordedMessage({ ...message, number })),
        ),
    })),
  };
  return { world, stored, job };
}
