import { isDeepStrictEqual } from 'node:util';
import type { Tally } from '@/lib/engine/calls/attempt-log';
import { addCosts, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import {
  type ApprovalDecision,
  type AttemptEnd,
  type AttemptStart,
  type EarlierAttempt,
  type JobEnd,
  type NewApproval,
  type OutputBounds,
  pendingStep,
  type RunChange,
  type RunStore,
  type SentPrompt,
  type StepFile,
  type StepState,
  type TakenJob,
} from '@/lib/engine/run/run-store';
import { earlierMessages } from '@/lib/engine/run/sent-messages';
import { isSettled } from '@/lib/engine/run/settle-steps';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Workflow } from '@/lib/engine/workflow';

/** A row of the books. */
export interface StoredAttempt extends Tally, EarlierAttempt {
  milliseconds: number | null;
}

/** Bounds that no output reaches. */
export const unbounded: OutputBounds = {
  job: Number.POSITIVE_INFINITY,
  storageLeft: Number.POSITIVE_INFINITY,
};

/** Of a store whose jobs ask nobody. */
export const asksNobody: Pick<RunStore, 'readDecided' | 'nextDecision' | 'closeApproval'> = {
  readDecided: async () => new Map(),
  nextDecision: () => new Promise(() => {}),
  closeApproval: async () => 'taken',
};

/** A job as the store keeps it. */
export interface StoredJob {
  id: string;
  workflow: Workflow;
  slots: number;
  outputBounds: OutputBounds;
  epoch: number;
  startedAt: number | null;
  steps: StepState[];
  attempts: StoredAttempt[];
  prompts: SentPrompt[];
  end: JobEnd | null;
  parkedUntil: number | null;
  returned: boolean;
}

/**
 * Keeps runs in memory, and refuses records that no run may ever write. These are a second end, an outcome that
 * changes, an attempt that ends without having begun, and sums that differ from the attempts' sums.
 */
export class MemoryRunStore implements RunStore {
  readonly jobs = new Map<string, StoredJob>();
  /** By job: what its steps have stored, in order. */
  readonly files = new Map<string, (StepFile & { position: number })[]>();

  /** By job: what its steps have asked people. */
  readonly approvals = new Map<string, NewApproval[]>();
  /** By job and position. */
  readonly decisions = new Map<string, ApprovalDecision>();
  readonly #awaited = new Map<string, Set<() => void>>();

  add(workflow: Workflow, slots = 4): string {
    const id = `job_${this.jobs.size + 1}`;
    const steps = workflow.steps.map((_, position) => pendingStep(position));
    this.jobs.set(id, {
      id,
      workflow,
      slots,
      steps,
      outputBounds: unbounded,
      epoch: 0,
      startedAt: null,
      attempts: [],
      prompts: [],
      end: null,
      parkedUntil: null,
      returned: false,
    });
    return id;
  }

  async keepFile({ id, epoch }: Pick<TakenJob, 'id' | 'epoch'>, position: number, file: StepFile) {
    if (this.job(id).epoch !== epoch) return 'taken' as const;
    this.files.set(id, [...(this.files.get(id) ?? []), { ...file, position }]);
    return 'kept' as const;
  }

  /** A person decides about a step. */
  decide(id: string, position: number, decision: ApprovalDecision): void {
    this.decisions.set(`${id} ${position}`, decision);
    for (const wake of [...(this.#awaited.get(id) ?? [])]) wake();
  }

  async readDecided({ id }: Pick<TakenJob, 'id'>): Promise<ReadonlyMap<number, number>> {
    return new Map(
      this.job(id).steps.flatMap(({ position }) => {
        const decision = this.decisions.get(`${id} ${position}`);
        return decision ? [[position, decision.decidedAt] as const] : [];
      }),
    );
  }

  nextDecision({ id }: Pick<TakenJob, 'id'>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited.set(id, (this.#awaited.get(id) ?? new Set()).add(resolve));
      signal.addEventListener('abort', () => {
        this.#awaited.get(id)?.delete(resolve);
        resolve();
      });
    });
  }

  async closeApproval({ id, epoch }: Pick<TakenJob, 'id' | 'epoch'>, position: number) {
    if (this.job(id).epoch !== epoch) return 'taken' as const;
    const asked = this.approvals.get(id)?.find((one) => one.position === position);
    if (!asked) throw new Error(`Step ${position} of ${id} has asked nobody.`);
    const timedOut = {
      state: 'TIMED_OUT',
      decidedAt: asked.expiresAt,
      text: asked.text,
      reason: null,
    } as const;
    const decision = this.decisions.get(`${id} ${position}`) ?? timedOut;
    this.decisions.set(`${id} ${position}`, decision);
    return decision;
  }

  job(id: string): StoredJob {
    const job = this.jobs.get(id);
    if (!job) throw new Error(`There is no job ${id}.`);
    return job;
  }

  /** A worker takes the job; its previous worker can no longer record, and its calls under way are lost. */
  take(id: string): TakenJob {
    const job = this.job(id);
    job.epoch += 1;
    job.parkedUntil = null;
    job.returned = false;
    for (const attempt of job.attempts) if (attempt.outcome === 'RUNNING') attempt.outcome = 'LOST';
    job.steps = job.steps.map((state) =>
      state.status === 'RUNNING' && state.waitingUntil === null ? { ...state, status: 'PENDING' } : state,
    );
    const { workflow, slots, epoch, startedAt } = job;
    return {
      id,
      accountId: 'acc_test',
      traceparent: null,
      workflow,
      slots,
      outputBounds: job.outputBounds,
      epoch,
      createdAt: 0,
      startedAt,
      attempts: structuredClone(job.attempts),
      sent: new Map(
        [...Map.groupBy(job.prompts, ({ position }) => position)].map(([position, kept]) => [
          position,
          earlierMessages(kept),
        ]),
      ),
      lastModel: job.attempts.at(-1)?.model ?? null,
      steps: job.steps.map((state) => ({
        ...state,
        ...this.#tallyOf(job, state.position),
        approval: state.approval && {
          ...state.approval,
          decidedAt: this.decisions.get(`${id} ${state.position}`)?.decidedAt ?? null,
        },
      })),
    };
  }

  /** Whether a call that begins now has its row. */
  hasRunning(model: string): boolean {
    return [...this.jobs.values()].some(({ attempts }) =>
      attempts.some((attempt) => attempt.outcome === 'RUNNING' && attempt.model === model),
    );
  }

  async record({ id, epoch }: Pick<TakenJob, 'id' | 'epoch'>, change: RunChange): Promise<boolean> {
    const job = this.job(id);
    if (job.epoch !== epoch) return false;
    if (job.end) throw new Error(`${id} has ended, and goes on.`);
    if (job.parkedUntil !== null || job.returned) throw new Error(`${id} has left its worker, and goes on.`);
    for (const start of change.begun) this.#begin(job, start);
    job.prompts.push(...structuredClone(change.prompts));
    for (const end of change.ended) this.#endAttempt(job, end);
    for (const state of change.steps) this.#changeStep(job, state);
    for (const approval of change.approvals) {
      const ofJob = this.approvals.get(id) ?? [];
      if (ofJob.some(({ position }) => position === approval.position))
        throw new Error(`Step ${approval.position} of ${id} asks twice.`);
      this.approvals.set(id, [...ofJob, structuredClone(approval)]);
    }
    for (const end of change.ended) this.#assertStoredWithStep(job, end);
    if (change.startedAt !== null) {
      if (job.startedAt !== null && job.startedAt !== change.startedAt)
        throw new Error(`${id} starts twice.`);
      job.startedAt = change.startedAt;
    }
    const { leave } = change;
    if (leave?.how === 'ended') this.#end(job, leave.end);
    if (leave?.how === 'parked') job.parkedUntil = leave.until;
    job.returned = leave?.how === 'returned';
    return true;
  }

  #begin(job: StoredJob, { position, number, model, startedAt, usage, costNanos }: AttemptStart): void {
    this.#addRow(job, { position, number, model, startedAt }, usage, costNanos);
  }

  #endAttempt(job: StoredJob, end: AttemptEnd): void {
    const { position, number, outcome, usage, costNanos, milliseconds } = end;
    const { code, failureKind, message, retryAt } = end;
    if (end.outcome === 'PASSED_OVER') this.#addRow(job, end, usage, costNanos);
    const row = job.attempts.find((one) => one.position === position && one.number === number);
    if (milliseconds < 0 || (end.firstTokenMs ?? 0) < 0)
      throw new Error(`Attempt ${position}.${number} of ${job.id} takes less than no time.`);
    if (row?.outcome !== 'RUNNING')
      throw new Error(
        `Attempt ${position}.${number} of ${job.id} ends as ${outcome}, but is ${row?.outcome}.`,
      );
    Object.assign(row, {
      outcome,
      code,
      failureKind,
      message,
      retryAt,
      milliseconds,
      endedAt: row.endedAt + milliseconds,
      attempts: outcome === 'PASSED_OVER' ? 0 : 1,
      costNanos,
      tokensIn: tokensIn(usage),
      tokensOut: tokensOut(usage),
    });
  }

  /**
   * Otherwise a crash between the two writes would run a finished step again. Long texts have a reply for each piece.
   */
  #assertStoredWithStep({ id, steps, workflow }: StoredJob, { position, outcome }: AttemptEnd): void {
    const mayBePiece = taskNamed(workflow.steps[position]?.task ?? '')?.division !== undefined;
    const state = steps[position];
    if (outcome === 'ANSWERED' && !mayBePiece && !(state && isSettled(state)))
      throw new Error(`The answer of step ${position} of ${id} is stored before its outcome.`);
  }

  #addRow(
    job: StoredJob,
    { position, number, model, startedAt }: Pick<AttemptStart, 'position' | 'number' | 'model' | 'startedAt'>,
    usage: AttemptStart['usage'],
    costNanos: number | null,
  ): void {
    if (job.attempts.some((one) => one.position === position && one.number === number))
      throw new Error(`Attempt ${position}.${number} of ${job.id} is there twice.`);
    job.attempts.push({
      position,
      number,
      model,
      outcome: 'RUNNING',
      code: null,
      failureKind: null,
      message: null,
      retryAt: null,
      milliseconds: null,
      startedAt,
      endedAt: startedAt,
      attempts: 1,
      lastNumber: number,
      costNanos,
      tokensIn: tokensIn(usage),
      tokensOut: tokensOut(usage),
    });
  }

  #changeStep(job: StoredJob, state: StepState): void {
    const before = job.steps[state.position];
    if (!before) throw new Error(`${job.id} has no step ${state.position}.`);
    if (isSettled(before) && !isDeepStrictEqual(before, state))
      throw new Error(
        `Step ${state.position} of ${job.id} was ${before.status}, and changes to ${state.status}.`,
      );
    if (isSettled(state)) {
      this.#assertSums(`Step ${state.position} of ${job.id}`, state, this.#tallyOf(job, state.position));
      if (state.finishedAt === null || state.waitingUntil !== null)
        throw new Error(`Step ${state.position} of ${job.id} has settled, and has no end or still waits.`);
      if (state.finishedAt < (state.startedAt ?? 0) || (state.latencyMs ?? 0) < 0)
        throw new Error(`Step ${state.position} of ${job.id} ends before it began.`);
      if (state.pieces.length > 0)
        throw new Error(`Step ${state.position} of ${job.id} has settled, and keeps pieces of its text.`);
    }
    // The stored copy is JSON: later changes of the run mustn't reach it.
    job.steps[state.position] = structuredClone(state);
  }

  #end(job: StoredJob, end: JobEnd): void {
    if (!job.steps.every(isSettled)) throw new Error(`${job.id} ends, and not all of its steps have.`);
    if (job.attempts.some(({ outcome }) => outcome === 'RUNNING'))
      throw new Error(`${job.id} ends with a call under way.`);
    if (end.finishedAt < (end.startedAt ?? 0)) throw new Error(`${job.id} ends before it began.`);
    this.#assertSums(job.id, end, sumOf(job.attempts));
    job.end = structuredClone(end);
  }

  #tallyOf(job: StoredJob, position: number): Tally {
    return sumOf(job.attempts.filter((attempt) => attempt.position === position));
  }

  #assertSums(what: string, stated: Omit<Tally, 'lastNumber'>, sum: Tally): void {
    for (const figure of ['attempts', 'tokensIn', 'tokensOut', 'costNanos'] as const)
      if (stated[figure] !== sum[figure])
        throw new Error(
          `${what} states ${stated[figure]} as ${figure}; its attempts add up to ${sum[figure]}.`,
        );
  }
}

const sumOf = (attempts: readonly StoredAttempt[]): Tally => ({
  attempts: attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER').length,
  lastNumber: Math.max(0, ...attempts.map(({ number }) => number)),
  tokensIn: attempts.reduce((sum, attempt) => sum + attempt.tokensIn, 0),
  tokensOut: attempts.reduce((sum, attempt) => sum + attempt.tokensOut, 0),
  costNanos: attempts.reduce<number | null>((sum, attempt) => addCosts(sum, attempt.costNanos), 0),
});
