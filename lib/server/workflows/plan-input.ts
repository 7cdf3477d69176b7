import { workflowLimits } from '@/lib/config/limits';
import { addressProblem, planWorkflow } from '@/lib/engine/planning/plan-workflow';
import type { Caller } from '@/lib/engine/text-worker';
import type {
  CallbackInput,
  Fault,
  StepInput,
  Workflow,
  WorkflowInput,
  WorkflowMode,
} from '@/lib/engine/workflow';
import type { Viewer } from '@/lib/server/auth/viewer';
import { AppError, type ErrorDetails } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { workflowCall } from '@/lib/validation/workflows';

/** A workflow as a call sends it. */
export interface StartInput {
  name?: string | null | undefined;
  input?: string | null | undefined;
  variables?: unknown;
  mode?: WorkflowMode | null | undefined;
  steps: readonly StepInput[];
  callbacks?: readonly CallbackInput[] | null | undefined;
  metadata?: unknown;
}

/**
 * The workflow of an input, ready to run except for its file. Rejects with the signal's reason if it's aborted.
 * @param options.hasFile whether a file comes with it
 * @param options.faultOf a fault as the caller gets it
 * @param options.signal aborted once the caller has left
 * @throws AppError WORKFLOW_INVALID, BAD_USER_INPUT
 */
export async function plan(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  {
    hasFile,
    faultOf = (fault) => fault,
    signal,
  }: { hasFile: boolean; faultOf?: (fault: Fault) => Fault; signal?: AbortSignal | undefined },
): Promise<{ workflow: Workflow; waves: readonly number[] }> {
  const { name, variables } = parseInput(workflowCall, input);
  const whole: WorkflowInput = {
    name,
    variables: variables ?? {},
    input: input.input ?? '',
    mode: input.mode ?? 'DEPENDENCY',
    steps: input.steps,
    callbacks: input.callbacks ?? [],
  };
  const { catalog, providerNames, textWorker } = workflowsOf(ctx).engine;
  const planned = await planWorkflow(whole, {
    ...{ catalog, providers: providerNames, hasFile },
    planSteps: (steps) => textWorker.plan(steps, callerOf(viewer, signal)),
  });
  const faults = [...(planned.faults ?? []), ...checkCallbackReach(ctx, whole.callbacks)];
  if (planned.faults || faults.length > 0) throw invalidWorkflow(faults.map(faultOf));
  return planned;
}

/** Faults of callbacks that this server would never send. Addresses that aren't URLs are faults of the plan. */
export function checkCallbackReach(
  ctx: WorkflowContext,
  callbacks: readonly Pick<CallbackInput, 'url'>[],
): Fault[] {
  return callbacks.flatMap(({ url }, index): Fault[] => {
    if (addressProblem(url)) return [];
    const message = workflowsOf(ctx).callbacks.refusalOf(url);
    return message ? [{ path: `callbacks[${index}].url`, code: 'CALLBACK_INVALID', message }] : [];
  });
}

/** Whom work of a call is done for. @param signal aborted once the caller has left */
export const callerOf = ({ accountId }: Viewer, signal = new AbortController().signal): Caller => ({
  accountId,
  signal,
});

/** @param faults at least one; of too many, the first are listed */
export const invalidWorkflow = (faults: NonNullable<ErrorDetails['faults']>) =>
  new AppError(
    'WORKFLOW_INVALID',
    `The workflow has ${Math.min(faults.length, workflowLimits.faults)} ${faults.length === 1 ? 'fault' : 'faults'}.`,
    { faults: faults.slice(0, workflowLimits.faults) },
  );

/** How many steps can be under way at the same time: of the longest chain, only one. */
export const slotsFor = (steps: number, waves: readonly number[]): number =>
  Math.min(workflowLimits.stepsAtOnce, steps - Math.max(...waves) + 1);
