import { workflowLimits } from '@/lib/config/limits';
import type { Clock } from '@/lib/engine/clock';
import type { Engine } from '@/lib/engine/engine';
import { JobClock, latestMoment } from '@/lib/engine/run/job-clock';
import { jobCanceled, jobEnd } from '@/lib/engine/run/job-end';
import { OutputBudget } from '@/lib/engine/run/output-budget';
import { RunAttempts } from '@/lib/engine/run/run-attempts';
import {
  type ApprovalRequest,
  AwaitsApproval,
  Interruption,
  Parked,
  StepFailure,
} from '@/lib/engine/run/run-error';
import { RunProgress } from '@/lib/engine/run/run-progress';
import { runStep, type StepResult } from '@/lib/engine/run/run-step';
import type {
  ApprovalDecision,
  JobEnd,
  Leave,
  RunChange,
  StepFile,
  StepState,
  TakenJob,
} from '@/lib/engine/run/run-store';
import { failedStep, isSettled, nextMoves } from '@/lib/engine/run/settle-steps';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { RunError, Step } from '@/lib/engine/workflow';
import { formatBytes } from '@/lib/format/number';
import type { Span } from './job-end';
import { RenderedTexts } from './text-memory';

/** How a run ended: with the job, or by leaving the rest to another run. */
export type RunEnd = 'ended' | 'parked' | 'returned' | 'taken';

/**
 * Runs a job until it ends, or has to wait. Progress is recorded as it happens, each step's outcome together with its
 * costs and consequences, so that another run can continue from there.
 * @param signal aborted with an Interruption, if the job is canceled or its worker ends
 * @param clock the clock of an earlier run, if this process has parked the job
 * @param fits called after each output with the bytes of all outputs that the run holds. If they don't fit in memory,
 *   the job is returned to its queue before its next step, and continues from its stored state
 */
export const runJob = (
  job: TakenJob,
  engine: Engine,
  signal: AbortSignal,
  clock: Clock = new JobClock(engine.clock, latestMoment(job)),
  fits: Fits = () => true,
): Promise<RunEnd> => new JobRun(job, { ...engine, clock }, signal, fits).run();

/** A day (ms): timers of a process can't wait for a month. */
const LONGEST_SLEEP = 24 * 60 * 60 * 1_000;

/** Whether a step has asked a person who hasn't decided yet. */
const isOpen = ({ approval }: StepState): boolean => approval !== null && approval.decidedAt === null;

type Fits = (outputBytes: number) => boolean;

class JobRun {
  readonly #job: TakenJob;
  readonly #engine: Engine;
  readonly #progress: RunProgress;
  /** Ends the calls under way. */
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  readonly #attempts: RunAttempts;
  readonly #rendered = new RenderedTexts();
  readonly #budget: OutputBudget;
  /** Since an earlier run left it. */
  readonly #away: Span[];
  #problem: unknown = null;
  readonly #fits: Fits;
  /** Whether no further step starts in this run. */
  #isLeaving = false;

  constructor(job: TakenJob, engine: Engine, signal: AbortSignal, fits: Fits) {
    this.#job = job;
    this.#fits = fits;
    // The sandbox takes no credential: each account is one.
    this.#engine = { ...engine, breakers: engine.breakers.of(job.accountId) };
    this.#progress = new RunProgress(job, engine.store, engine.clock.now());
    this.#budget = new OutputBudget(job.steps, job.outputBounds);
    this.#attempts = new RunAttempts(job, engine.clock, this.#progress, (more) => this.#record(more));
    this.#away = job.startedAt === null ? [] : [{ from: latestMoment(job), to: engine.clock.now() }];
    const stop = () => this.#stop.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  async run(): Promise<RunEnd> {
    try {
      this.#checkStoredOutputs();
      for (;;) {
        const interruption = this.#interruption();
        if (interruption) return await this.#endEarly(interruption);
        if (this.#problem) throw this.#problem;
        const end = await this.#advance();
        if (end) return end;
      }
    } catch (error) {
      this.#stop.abort(new Interruption('returned'));
      await Promise.allSettled(this.#running.values());
      if (error instanceof Interruption && error.kind === 'taken') return 'taken';
      throw error;
    }
  }

  /** Starts and skips steps, then waits for the next event. @returns how the run ends, if nothing is under way */
  async #advance(): Promise<RunEnd | null> {
    const { steps } = this.#job.workflow;
    // Before the decisions are read: none in between is missed.
    const over = new AbortController();
    const decided = this.#awaitsApproval() ? this.#engine.store.nextDecision(this.#job, over.signal) : null;
    try {
      if (decided) await this.#readDecided();
      return await this.#move(steps, decided);
    } finally {
      over.abort(null);
    }
  }

  /** @param decided resolves once a person decides; null if no step waits for one */
  async #move(steps: readonly Step[], decided: Promise<void> | null): Promise<RunEnd | null> {
    const now = this.#engine.clock.now();
    const { ready, skipped } = nextMoves(steps, this.#progress.states);
    for (const { position, error } of skipped) {
      const wasParked = error.code === 'JOB_FAILED' && this.#progress.at(position).startedAt !== null;
      this.#settle(position, { status: wasParked ? 'FAILED' : 'SKIPPED', error });
    }
    const due = ready.filter((position) => {
      const { waitingUntil, approval } = this.#progress.at(position);
      return (waitingUntil ?? 0) <= now || (approval !== null && approval.decidedAt !== null);
    });
    const free = this.#isLeaving ? 0 : this.#job.slots - this.#running.size;
    const starting = due.slice(0, Math.max(0, free));
    for (const position of starting) this.#start(position);
    if (this.#running.size > 0) {
      // Begun before the record, during which steps may end.
      const next = this.#nextEvent(decided);
      // A starting step records earlier changes with its first attempt.
      if (starting.length === 0 && this.#progress.hasChangedSteps) await this.#record({});
      await next;
      return null;
    }
    if (ready.length === 0) return this.#end();
    // If steps could start and none has, the run is leaving.
    if (due.length > 0) return this.#leave({ how: 'returned' });
    const until = Math.min(...ready.map((position) => this.#progress.at(position).waitingUntil ?? now));
    return this.#leave({ how: 'parked', until, awaitsApproval: this.#awaitsApproval() });
  }

  #awaitsApproval(): boolean {
    return this.#progress.states.some((state) => isOpen(state) && !isSettled(state));
  }

  async #readDecided(): Promise<void> {
    for (const [position, decidedAt] of await this.#engine.store.readDecided(this.#job))
      this.#progress.decided(position, decidedAt);
  }

  /** Resolves once a running step has ended, a parked step may continue, or a person has decided. */
  async #nextEvent(decided: Promise<void> | null): Promise<void> {
    const { clock } = this.#engine;
    const now = clock.now();
    const moments = this.#progress.states.flatMap(({ waitingUntil }) =>
      waitingUntil !== null && waitingUntil > now ? [waitingUntil] : [],
    );
    const over = new AbortController();
    const parked = moments.map((moment) =>
      clock.sleep(Math.min(moment - now, LONGEST_SLEEP), over.signal).catch(() => {}),
    );
    await Promise.race([...this.#running.values(), ...parked, ...(decided ? [decided] : [])]);
    over.abort(null);
  }

  #start(position: number): void {
    const now = this.#engine.clock.now();
    const state = this.#progress.at(position);
    this.#progress.start(now);
    this.#progress.change(position, {
      status: 'RUNNING',
      startedAt: state.startedAt ?? now,
      waitingUntil: null,
    });
    const work = this.#work(position)
      .catch((error) => {
        this.#problem ??= error;
      })
      .finally(() => this.#running.delete(position));
    this.#running.set(position, work);
  }

  async #work(position: number): Promise<void> {
    const { accountId, traceparent, workflow, epoch } = this.#job;
    const step = workflow.steps[position];
    if (!step) throw new Error(`The workflow has no step ${position}.`);
    // If the step took its last worker down before any model call, this record shows it.
    if (epoch > 1) await this.#record({});
    const log = this.#attempts.logOf(position);
    const pieces = [...this.#progress.at(position).pieces];
    const started = this.#engine.clock.elapsed();
    try {
      const context = {
        accountId,
        traceparent,
        workflow,
        step,
        states: this.#progress.states,
        engine: this.#engine,
        log,
        rendered: this.#rendered,
        pieces,
        position,
        budget: this.#budget,
        calledAt: started,
        keepFile: (file: StepFile) => this.#keepFile(position, file),
        closeApproval: () => this.#closeApproval(position),
      };
      const result = await runStep({ ...context, signal: this.#stop.signal });
      this.#finish(position, result, { ...log.tally, latencyMs: this.#engine.clock.elapsed() - started });
    } catch (error) {
      if (error instanceof Parked)
        this.#progress.change(position, {
          ...log.tally,
          pieces,
          status: 'RUNNING',
          waitingUntil: error.until,
        });
      else if (error instanceof AwaitsApproval) this.#ask(position, error.request);
      else if (error instanceof Interruption) this.#progress.change(position, { ...log.tally, pieces });
      else throw error;
    }
  }

  /** Asks a person: the step waits until there is a decision, or the time is over. */
  #ask(position: number, request: ApprovalRequest): void {
    const requestedAt = this.#engine.clock.now();
    const { expiresAt } = request;
    const callbacks = this.#job.workflow.callbacks.filter(({ status }) => status === 'AWAITING_APPROVAL');
    this.#progress.ask({ ...request, position, requestedAt, callbacks });
    const approval = { requestedAt, expiresAt, decidedAt: null };
    this.#progress.change(position, { approval, status: 'RUNNING', waitingUntil: expiresAt });
  }

  async #closeApproval(position: number): Promise<ApprovalDecision> {
    const decision = await this.#engine.store.closeApproval(this.#job, position);
    if (decision === 'taken') throw this.#taken();
    this.#progress.decided(position, decision.decidedAt);
    return decision;
  }

  #finish(position: number, result: StepResult, used: Partial<StepState>): void {
    const { outcome, model, reason, fallbacks } = result;
    const called = (used.attempts ?? 0) > 0;
    this.#progress.change(position, {
      ...used,
      model,
      reason,
      fallbacks,
      latencyMs: called ? (used.latencyMs ?? null) : null,
    });
    if (outcome.status === 'COMPLETED') {
      const { json, files, ...completed } = outcome;
      this.#progress.keepOutput(position, json, files);
      this.#settle(position, { ...completed, outputBytes: Buffer.byteLength(json) });
      this.#isLeaving ||= !this.#fits(this.#budget.total);
    } else this.#settle(position, outcome);
  }

  #settle(position: number, outcome: Partial<StepState> & Pick<StepState, 'status'>): void {
    const before = this.#progress.at(position);
    if (outcome.status !== 'COMPLETED') this.#budget.release(before);
    if (isOpen(before)) this.#progress.withdraw(position);
    this.#progress.change(position, {
      ...outcome,
      finishedAt: this.#engine.clock.now(),
      waitingUntil: null,
      pieces: [],
    });
  }

  /** @throws Error if the job was stored in a state that can't reach its end: it is recovered */
  async #end(): Promise<RunEnd> {
    const { steps } = this.#job.workflow;
    const { states } = this.#progress;
    if (!states.every(isSettled)) throw new Error('A step is neither under way nor settled.');
    const failed = failedStep(steps, states);
    if (failed) return this.#endAs('FAILED', failed.error);
    return this.#endAs(
      states.some(({ status }) => status === 'FAILED') ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    );
  }

  /** Ends the running calls, so that their costs are recorded with the end. */
  async #endEarly({ kind }: Interruption): Promise<RunEnd> {
    await Promise.allSettled(this.#running.values());
    if (kind === 'taken') return 'taken';
    if (kind === 'returned') {
      for (const { position, status, waitingUntil } of this.#progress.states)
        if (status === 'RUNNING' && waitingUntil === null)
          this.#progress.change(position, { status: 'PENDING' });
      return this.#leave({ how: 'returned' });
    }
    for (const state of this.#progress.states) {
      if (isSettled(state)) continue;
      const status = state.startedAt === null ? 'SKIPPED' : 'CANCELED';
      this.#settle(state.position, { status, error: jobCanceled });
    }
    return this.#endAs('CANCELED');
  }

  #endAs(status: JobEnd['status'], error: RunError | null = null): Promise<RunEnd> {
    const { states, startedAt } = this.#progress;
    const end = jobEnd(states, {
      status,
      error,
      startedAt,
      model: this.#attempts.lastModel,
      createdAt: this.#job.createdAt,
      calls: this.#attempts.calls,
      away: this.#away,
      finishedAt: this.#engine.clock.now(),
    });
    return this.#leave({ how: 'ended', end });
  }

  async #leave(leave: Leave): Promise<RunEnd> {
    await this.#record({ leave });
    return leave.how;
  }

  /** Stores the progress since the last record, together with `more`. @throws Interruption if the job was taken */
  async #record(more: Partial<RunChange>): Promise<void> {
    if (!(await this.#progress.record(more))) throw this.#taken();
  }

  /** Ends the run, because another worker has taken the job. */
  #taken(): Interruption {
    const taken = new Interruption('taken');
    this.#stop.abort(taken);
    return taken;
  }

  async #keepFile(position: number, file: StepFile): Promise<void> {
    const kept = await this.#engine.store.keepFile(this.#job, position, file);
    if (kept === 'full')
      throw new StepFailure(
        'OUTPUT_TOO_LARGE',
        `There is no space for the file: the files of a job have at most ${formatBytes(workflowLimits.filesBytes)}, and the account's storage may be full. Delete jobs, or ask an admin for a larger plan.`,
      );
    if (kept === 'taken') throw this.#taken();
  }

  /** Fails a step whose output was stored by a version of the server with another shape. */
  #checkStoredOutputs(): void {
    for (const { position, status, output } of this.#progress.states) {
      const task = taskNamed(this.#job.workflow.steps[position]?.task ?? '');
      if (status !== 'COMPLETED' || task?.output.safeParse(output).success) continue;
      const stepId = this.#job.workflow.steps[position]?.id ?? null;
      const message = "Its stored output doesn't have the shape of its task anymore.";
      this.#settle(position, { status: 'FAILED', error: { code: 'STORED_RESULT_INVALID', message, stepId } });
    }
  }

  #interruption(): Interruption | null {
    const { aborted, reason } = this.#stop.signal;
    if (!aborted) return null;
    return reason instanceof Interruption ? reason : new Interruption('returned');
  }
}
