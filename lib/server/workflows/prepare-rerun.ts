import { followDependencies } from '@/lib/engine/planning/order-steps';
import { checkModelsAgain } from '@/lib/engine/planning/plan-workflow';
import { type EarlierStep, readsInput, reusedSteps } from '@/lib/engine/planning/rerun-steps';
import { sentWorkflow } from '@/lib/engine/planning/sent-workflow';
import type { Fault, Step, StepInput, Workflow } from '@/lib/engine/workflow';
import type { Viewer } from '@/lib/server/auth/viewer';
import { conflict } from '@/lib/server/errors';
import type { SentJob } from '@/lib/server/jobs/ledger/sent-job';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { checkCallbackReach, invalidWorkflow, plan, slotsFor } from '@/lib/server/workflows/plan-input';

/** Replacements for parts of a job that runs again. A field that is undefined stays. */
interface RerunChanges {
  input?: string | null | undefined;
  steps?: readonly StepChange[] | null | undefined;
}

interface StepChange {
  id: string;
  /** Null: none. */
  instructions?: string | null | undefined;
  /** Null: chosen by the step's strategy. */
  model?: string | null | undefined;
}

export interface RerunChoice {
  /** The first step that runs; null for all. */
  fromStep?: string | null | undefined;
  changes?: RerunChanges | null | undefined;
}

/** The job that is to run again. */
export interface EarlierJob {
  id: string;
  finishedAt: Date | null;
  sent: Pick<SentJob, 'workflow' | 'slots'>;
}

/** A workflow that is ready to run again. */
interface PreparedRerun {
  workflow: Workflow;
  waves: readonly number[];
  /** Steps that it may run at once. */
  slots: number;
  /** Steps that take the earlier job's outcome, by position. */
  reused: ReadonlySet<number>;
}

/** Why a job can't run again without the content that it had. */
export const workflowGone = () =>
  conflict("This job's workflow is no longer kept. Send the workflow again with orchestrate.");

/**
 * A job's workflow with the changes, and the steps that needn't run.
 * @param signal aborted once the caller has left, who then waits no longer
 * @throws AppError WORKFLOW_INVALID with faults in `fromStep`, `changes`, or the job's own `steps`; CONFLICT if a job
 *   whose outputs are to be reused hasn't ended
 */
export async function prepareRerun(
  ctx: WorkflowContext,
  viewer: Viewer,
  { id, finishedAt, sent }: EarlierJob,
  { fromStep = null, changes }: RerunChoice,
  signal?: AbortSignal,
): Promise<PreparedRerun> {
  const { steps } = sent.workflow;
  const named = new Map(steps.map((step, position) => [step.id, position]));
  const from = fromStep === null ? null : (named.get(fromStep) ?? -1);
  const stepChanges = changes?.steps ?? [];
  const faults = [...(from === -1 ? [unknownStep('fromStep')] : []), ...checkNames(stepChanges, named)];
  if (faults.length > 0) throw invalidWorkflow(faults);
  if (from !== null && finishedAt === null)
    throw conflict('This job is still under way. Wait for its end, or cancel it.');
  const changed = changedSteps(sent.workflow, changes ?? {}, named);
  const { workflow, waves } =
    changed.size > 0 || (changes?.input ?? sent.workflow.input) !== sent.workflow.input
      ? await planAgain(ctx, viewer, sent.workflow, changes ?? {}, { named, signal })
      : { workflow: sent.workflow, waves: wavesOf(sent.workflow.steps) };
  if (from === null) {
    requireModels(ctx, workflow, new Set());
    return { workflow, waves, slots: slotsFor(steps.length, waves), reused: new Set() };
  }
  const earlier = await readOutcomes(ctx, id);
  const reuse = reusedSteps(workflow.steps, earlier, { from, changed });
  if (reuse.faults) throw invalidWorkflow(reuse.faults);
  const reused = new Set(reuse.reused);
  requireModels(ctx, workflow, reused);
  return { workflow, waves, slots: slotsOfRest(workflow.steps, reused), reused };
}

const unknownStep = (path: string): Fault => ({
  ...{ path, code: 'STEP_UNKNOWN', message: 'The job has no step of that id. Ids are case-sensitive.' },
});

function checkNames(changes: readonly StepChange[], named: ReadonlyMap<string, number>): Fault[] {
  const seen = new Set<string>();
  return changes.flatMap(({ id }, index): Fault[] => {
    const path = `changes.steps[${index}].id`;
    if (!named.has(id)) return [unknownStep(path)];
    if (seen.has(id))
      return [
        { path, code: 'STEP_ID_DUPLICATE', message: `The step ${id} is changed twice. Send one change.` },
      ];
    seen.add(id);
    return [];
  });
}

/** The steps whose definition or input differs from before, by position. */
function changedSteps(
  { input, steps }: Workflow,
  changes: RerunChanges,
  named: ReadonlyMap<string, number>,
): Set<number> {
  const changed = new Set<number>();
  for (const { id, instructions, model } of changes.steps ?? []) {
    const position = named.get(id) ?? -1;
    const step = steps[position];
    if (!step) continue;
    if (instructions !== undefined && (instructions ?? '') !== step.instructions) changed.add(position);
    if (model !== undefined && model !== step.model) changed.add(position);
  }
  if (changes.input !== undefined && (changes.input ?? '') !== input)
    for (const [position, step] of steps.entries()) if (readsInput(step)) changed.add(position);
  return changed;
}

/** Plans a job's workflow with changes, and its file as it was. */
async function planAgain(
  ctx: WorkflowContext,
  viewer: Viewer,
  earlier: Workflow,
  { input, steps }: RerunChanges,
  { named, signal }: { named: ReadonlyMap<string, number>; signal: AbortSignal | undefined },
): Promise<{ workflow: Workflow; waves: readonly number[] }> {
  const sent = sentWorkflow(earlier, null);
  const changeOf = new Map(
    (steps ?? []).map((change, index) => [named.get(change.id) ?? -1, { change, index }]),
  );
  const planned = await plan(
    ctx,
    viewer,
    {
      ...sent,
      ...(input !== undefined && { input }),
      steps: sent.steps.map((step, position) => withChange(step, changeOf.get(position)?.change)),
    },
    {
      hasFile: earlier.fileName !== null,
      signal,
      faultOf: (fault) => faultOfRerun(fault, (position) => changeOf.get(position)?.index),
    },
  );
  const { file, fileName, fileEncoding, fileBeginning } = earlier;
  return {
    ...planned,
    workflow: {
      ...planned.workflow,
      ...{ file, fileName, fileEncoding, ...(fileBeginning !== undefined && { fileBeginning }) },
    },
  };
}

/**
 * A fault of a job's workflow with changes. Its path leads to the change that it is in; of a part that no change reaches,
 * it says so.
 * @param changeOf the number of the change of a step, by the step's position
 */
function faultOfRerun(fault: Fault, changeOf: (position: number) => number | undefined): Fault {
  const { path, message } = fault;
  if (path === 'input') return { ...fault, path: 'changes.input' };
  const place = /^steps\[(\d+)\](?=\.(?:instructions|model)\b)/.exec(path);
  if (!place)
    return {
      ...fault,
      message: `${message} A rerun can't change this. Send the corrected workflow as a new one.`,
    };
  const change = changeOf(Number(place[1]));
  return change === undefined
    ? fault
    : { ...fault, path: path.replace(place[0], `changes.steps[${change}]`) };
}

const withChange = (step: StepInput, change: StepChange | undefined): StepInput => ({
  ...step,
  ...(change?.instructions !== undefined && { instructions: change.instructions }),
  ...(change?.model !== undefined && { model: change.model }),
});

/** @throws AppError WORKFLOW_INVALID if a step that runs names a model, or a callback an address, that is refused by now */
function requireModels(
  ctx: WorkflowContext,
  { steps, callbacks }: Workflow,
  reused: ReadonlySet<number>,
): void {
  const { catalog, providerNames } = workflowsOf(ctx).engine;
  const noModel = { model: null, fallbacks: null, maxTokens: null };
  const faults = [
    ...checkModelsAgain(
      steps.map((step, position) => (reused.has(position) ? noModel : step)),
      { catalog, providers: providerNames },
    ),
    ...checkCallbackReach(ctx, callbacks),
  ];
  if (faults.length > 0) throw invalidWorkflow(faults);
}

/** How the steps of a job ended, by position. */
const readOutcomes = ({ db }: WorkflowContext, jobId: string): Promise<EarlierStep[]> =>
  db.prisma.jobStep.findMany({
    where: { jobId },
    select: { status: true, errorCode: true },
    orderBy: { position: 'asc' },
  });

const wavesOf = (steps: readonly Pick<Step, 'waitsFor'>[]): number[] =>
  followDependencies(steps.map(({ waitsFor }) => [...waitsFor])).waves;

/** How many of the steps that run can be under way at the same time. */
function slotsOfRest(steps: readonly Step[], reused: ReadonlySet<number>): number {
  const rest = wavesOf(
    steps.map(({ waitsFor }, position) => ({
      waitsFor: reused.has(position) ? [] : waitsFor.filter((other) => !reused.has(other)),
    })),
  ).filter((_, position) => !reused.has(position));
  return slotsFor(rest.length, rest);
}
