import { AttemptLog, type CallEnd } from '@/lib/engine/calls/attempt-log';
import type { CallPorts } from '@/lib/engine/calls/call-request';
import { DrilledStep, type DrillOutcome } from '@/lib/engine/drill/drill-step';
import { type Basis, RecordedCalls, type TypicalTime } from '@/lib/engine/drill/recorded-calls';
import type { RecordedJob } from '@/lib/engine/drill/recorded-job';
import {
  type BasedTime,
  recordedCatalog,
  recordedProviders,
  typicalTime,
} from '@/lib/engine/drill/recorded-models';
import { recordedRequests } from '@/lib/engine/drill/recorded-requests';
import { catalogIn, priceFactor, type Scenario } from '@/lib/engine/drill/scenario';
import type { Engine } from '@/lib/engine/engine';
import type { Catalog } from '@/lib/engine/models/catalog';
import { addCosts } from '@/lib/engine/models/cost';
import { Breakers } from '@/lib/engine/routing/breakers';
import { Measurements } from '@/lib/engine/routing/measurements';
import { jobFailed, jobTimes } from '@/lib/engine/run/job-end';
import { pendingStep, type StepState } from '@/lib/engine/run/run-store';
import { failedStep, isSettled, nextMoves } from '@/lib/engine/run/settle-steps';
import { SimulatedClock } from '@/lib/engine/simulated-clock';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { RunError, StepStatus } from '@/lib/engine/workflow';

/** An attempt as it would have been. Costs in nano-dollars, moments in milliseconds since the epoch. */
export type DrilledAttempt = CallEnd & { position: number; startedAt: number; basis: Basis };

/** A step as it would have been. */
export interface DrilledStepResult {
  position: number;
  /** Null if the record doesn't say. */
  status: StepStatus | null;
  /** The model that would have served it. */
  model: string | null;
  /** Why its first model would have been chosen; null if none was chosen. */
  reason: string | null;
  error: RunError | null;
  attempts: DrilledAttempt[];
  costNanos: number | null;
  /** From its start to its end; null if it wouldn't have started, or a model's time isn't known. */
  milliseconds: number | null;
}

export interface DrilledJob {
  /** Null if the record doesn't say. */
  status: 'COMPLETED' | 'COMPLETED_WITH_FAILURES' | 'FAILED' | null;
  error: RunError | null;
  steps: DrilledStepResult[];
  /** Null if a price isn't known, or the status. */
  costNanos: number | null;
  /** From its first step to its end; null if a model's time isn't known, or the status. */
  milliseconds: number | null;
  /** How long of that it would only have waited for a person. */
  approvalMs: number | null;
}

/** Events of one moment that can follow from each other before a failure at that moment counts. */
const TURNS = 4;

/** A drill that takes more simulated waits than it may. */
export class DrillTooLong extends Error {
  override readonly name = 'DrillTooLong';
}

interface DrillOptions {
  scenario: Scenario;
  /** The models and their measurements now, which are only read. */
  engine: Pick<Engine, 'catalog' | 'providerNames' | 'measurements'>;
  /** The usual times of the account's models. */
  measured: ReadonlyMap<string, TypicalTime>;
  /** Simulated waits, after which the drill is given up. */
  mostWaits: number;
  /** Aborted once nobody wants the drill anymore. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the plan of a job again on its record, in simulated time. The order, routing, retries, and fallbacks are the
 * engine's own. No model is called, and nothing is stored. The breakers of the job start closed, and
 * delays that would vary at random have their middle. The event loop turns at least once per simulated moment.
 * @throws DrillTooLong; the signal's reason
 */
export const drillJob = (job: RecordedJob, options: DrillOptions): Promise<DrilledJob> =>
  new JobDrill(job, options).run();

class JobDrill {
  readonly #job: RecordedJob;
  readonly #options: DrillOptions;
  readonly #clock: SimulatedClock;
  readonly #ports: Omit<CallPorts, 'providers'>;
  /** With the prices that were. */
  readonly #catalog: Catalog;
  readonly #states: StepState[];
  readonly #results: DrilledStepResult[];
  readonly #drilled = new Map<number, DrilledStep>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #typicalTimes = new Map<string, BasedTime>();
  #waits = 0;
  #problem: unknown = null;

  constructor(job: RecordedJob, options: DrillOptions) {
    const { engine, scenario } = options;
    this.#job = job;
    this.#options = options;
    this.#clock = new SimulatedClock(job.startedAt ?? job.createdAt, { quietTurns: 1 });
    this.#catalog = recordedCatalog(engine.catalog, job.attempts);
    this.#ports = {
      catalog: catalogIn(this.#catalog, scenario),
      clock: this.#clock,
      breakers: new Breakers(this.#clock),
      measurements: new Measurements(this.#clock),
      providerNames: recordedProviders(engine.providerNames, job.attempts),
      random: () => 0.5,
      observeCall: () => {},
    };
    this.#states = job.workflow.steps.map((_, position) => pendingStep(position));
    this.#results = this.#states.map(({ position }) => ({
      position,
      status: 'PENDING',
      model: null,
      reason: null,
      error: null,
      attempts: [],
      costNanos: 0,
      milliseconds: null,
    }));
  }

  async run(): Promise<DrilledJob> {
    const [start, startedAt] = [this.#clock.elapsed(), this.#clock.now()];
    await this.#clock.run(this.#settleAll());
    const failed = failedStep(this.#job.workflow.steps, this.#states);
    const isKnown = this.#results.every(({ status }) => status !== null);
    const isTimed = this.#results.every(({ attempts }) => attempts.every(hasKnownTime));
    const completed = this.#results.some(({ status }) => status === 'FAILED')
      ? 'COMPLETED_WITH_FAILURES'
      : 'COMPLETED';
    return {
      status: failed ? 'FAILED' : isKnown ? completed : null,
      error: failed?.error ?? null,
      steps: this.#results,
      costNanos: isKnown
        ? this.#results.reduce<number | null>((sum, { costNanos }) => addCosts(sum, costNanos), 0)
        : null,
      milliseconds: isKnown && isTimed ? this.#clock.elapsed() - start : null,
      approvalMs: isKnown && isTimed ? this.#approvalMs(startedAt) : null,
    };
  }

  #approvalMs(startedAt: number): number {
    const finishedAt = this.#clock.now();
    const calls = this.#results.flatMap(({ attempts }) =>
      attempts.map((attempt) => ({ ...attempt, endedAt: attempt.startedAt + attempt.milliseconds })),
    );
    const times = { createdAt: startedAt, startedAt, finishedAt, away: [] };
    return jobTimes(times, this.#states, calls).approvalMs;
  }

  /** As `runJob` does, with all slots of the job. */
  async #settleAll(): Promise<void> {
    const { steps } = this.#job.workflow;
    try {
      while (!this.#states.every(isSettled)) {
        if (this.#problem) throw this.#problem;
        const { ready, skipped } = nextMoves(steps, this.#states);
        for (const { position, error } of skipped) {
          const hasBegun = this.#states[position]?.startedAt != null;
          const wasParked = error.code === 'JOB_FAILED' && hasBegun;
          this.#settle(position, { status: wasParked ? 'FAILED' : 'SKIPPED', error });
        }
        const now = this.#clock.now();
        const due = ready.filter((position) => (this.#states[position]?.waitingUntil ?? 0) <= now);
        const free = Math.max(0, this.#job.slots - this.#running.size);
        for (const position of due.slice(0, free)) this.#start(position);
        await this.#nextEvent();
      }
    } finally {
      this.#stop.abort(new Error('The drill is over.'));
    }
  }

  async #nextEvent(): Promise<void> {
    const now = this.#clock.now();
    const moments = this.#states.flatMap(({ waitingUntil }) =>
      waitingUntil !== null && waitingUntil > now ? [waitingUntil] : [],
    );
    if (this.#running.size === 0 && moments.length === 0) return;
    const over = new AbortController();
    const parked = moments.map((moment) => this.#clock.sleep(moment - now, over.signal).catch(() => {}));
    await Promise.race([...this.#running.values(), ...parked]);
    over.abort(null);
  }

  #start(position: number): void {
    const state = this.#states[position];
    const startedAt = state?.startedAt ?? this.#clock.now();
    this.#change(position, { status: 'RUNNING', startedAt, waitingUntil: null });
    const work = this.#work(position)
      .then((outcome) => this.#finish(position, outcome))
      .catch((error) => {
        this.#problem ??= error;
      })
      .finally(() => this.#running.delete(position));
    this.#running.set(position, work);
  }

  async #work(position: number): Promise<DrillOutcome | 'SKIPPED'> {
    const recorded = this.#job.steps[position];
    const isUndecided =
      recorded === undefined ||
      recorded.status === 'CANCELED' ||
      (recorded.status === 'SKIPPED' && recorded.error?.code !== 'CONDITION_FALSE');
    if (isUndecided) return this.#undecided(position);
    if (recorded.status === 'SKIPPED') return 'SKIPPED';
    const drilled = this.#drilled.get(position) ?? this.#drill(position);
    this.#drilled.set(position, drilled);
    const outcome = await drilled.run();
    const failsJob = outcome.status === 'FAILED' && this.#job.workflow.steps[position]?.onError === 'FAIL';
    // Steps that ran although they started at this moment did so before it failed the job.
    if (failsJob) await this.#letPass(TURNS);
    return outcome;
  }

  /**
   * Of events at the same moment, the record doesn't say which came first. So a step that never ran comes last: a
   * failure at this moment has kept it from running.
   */
  async #undecided(position: number): Promise<DrillOutcome | 'SKIPPED'> {
    await this.#letPass(2 * TURNS);
    const { steps } = this.#job.workflow;
    const failed = failedStep(steps, this.#states);
    if (!failed) return { status: 'UNKNOWN' };
    this.#change(position, { startedAt: null, error: jobFailed(steps[failed.position]?.id ?? null) });
    return 'SKIPPED';
  }

  /** Lets what else happens at this moment go first. */
  async #letPass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await this.#clock.sleep(0);
  }

  #finish(position: number, outcome: DrillOutcome | 'SKIPPED'): void {
    if (outcome === 'SKIPPED') {
      const error = this.#states[position]?.error ?? this.#job.steps[position]?.error ?? null;
      this.#settle(position, { status: 'SKIPPED', error });
      return;
    }
    switch (outcome.status) {
      case 'WAITING':
        this.#change(position, { waitingUntil: outcome.until });
        return;
      case 'UNKNOWN':
        // The steps that wait for it are as undecided as itself, or are skipped for another reason.
        this.#settle(position, { status: 'COMPLETED' });
        this.#result(position, { status: null, costNanos: null, milliseconds: null });
        return;
      case 'COMPLETED':
        this.#settle(position, { status: 'COMPLETED' });
        this.#result(position, { model: outcome.model });
        return;
      case 'FAILED':
        this.#settle(position, { status: 'FAILED', error: outcome.error });
    }
  }

  #drill(position: number): DrilledStep {
    const { workflow, steps, attempts } = this.#job;
    const [step, recorded] = [workflow.steps[position], steps[position]];
    const task = taskNamed(step?.task ?? '');
    if (!step || !recorded || !task) throw new Error(`The job has no step ${position}.`);
    const { scenario, engine } = this.#options;
    const calls = new RecordedCalls({
      scenario,
      catalog: this.#catalog,
      clocks: step.clocks,
      clock: this.#clock,
      typicalTime: (model) => {
        const known =
          this.#typicalTimes.get(model) ??
          typicalTime(model, { attempts, measured: this.#options.measured, catalog: this.#catalog });
        this.#typicalTimes.set(model, known);
        return known;
      },
      onWait: () => this.#wait(),
    });
    const providers = [...this.#ports.providerNames].map((name) => ({
      name,
      stream: (request: Parameters<RecordedCalls['stream']>[1]) =>
        calls.stream(`${name}/${request.model}`, request),
    }));
    return new DrilledStep({
      step,
      task,
      recorded,
      calls,
      requests: recordedRequests(
        step,
        task,
        recorded,
        attempts.filter((attempt) => attempt.position === position),
      ),
      log: this.#logOf(position, calls),
      engine: { ...this.#ports, providers },
      catalog: this.#catalog,
      measured: engine.measurements,
      signal: this.#stop.signal,
      onWait: () => this.#wait(),
      onReason: (reason) => this.#result(position, { reason }),
      onApproval: (approval) => this.#change(position, { approval }),
    });
  }

  #logOf(position: number, calls: RecordedCalls): AttemptLog {
    const starts = new Map<number, number>();
    return new AttemptLog({
      earlier: pendingStep(position),
      past: [],
      kept: 0,
      clock: this.#clock,
      store: {
        storeStart: async ({ number, startedAt }) => {
          this.#wait();
          starts.set(number, startedAt);
        },
        keepEnd: (end) => {
          const startedAt = 'startedAt' in end ? end.startedAt : (starts.get(end.number) ?? 0);
          const attempt = { ...end, position, startedAt, basis: 'RECORDED' as const };
          const made = end.outcome === 'PASSED_OVER' ? attempt : this.#asMade(attempt, calls);
          const { attempts, costNanos } = this.#results[position] ?? { attempts: [], costNanos: 0 };
          this.#result(position, {
            attempts: [...attempts, made],
            costNanos: addCosts(costNanos, made.costNanos),
          });
        },
        flush: async () => {},
      },
    });
  }

  /** An attempt with the tokens and the cost that are recorded of it, if it has used them all. */
  #asMade(attempt: DrilledAttempt, { last }: RecordedCalls): DrilledAttempt {
    const { basis = 'UNKNOWN', recorded = null } = last ?? {};
    const isWhole = recorded !== null && (basis === 'RECORDED' || attempt.outcome === 'ANSWERED');
    const { costNanos, usage, estimated } = isWhole
      ? {
          ...recorded,
          costNanos: times(recorded.costNanos, priceFactor(this.#options.scenario, attempt.model)),
        }
      : {
          ...attempt,
          costNanos: times(attempt.costNanos, 1),
          estimated: attempt.outcome !== 'FAILED' || attempt.estimated,
        };
    return { ...attempt, basis, costNanos, usage, estimated };
  }

  #wait(): void {
    const { mostWaits, signal } = this.#options;
    this.#waits += 1;
    if (this.#waits <= mostWaits && !signal?.aborted) return;
    const problem: unknown = signal?.aborted
      ? signal.reason
      : new DrillTooLong(`The drill took more than ${mostWaits} waits.`);
    this.#problem ??= problem;
    this.#stop.abort(problem);
  }

  #settle(position: number, outcome: Partial<StepState> & Pick<StepState, 'status'>): void {
    const { startedAt } = this.#states[position] ?? {};
    const now = this.#clock.now();
    this.#change(position, { ...outcome, finishedAt: now, waitingUntil: null });
    const isTimed = startedAt != null && this.#results[position]?.attempts.every(hasKnownTime);
    this.#result(position, {
      status: outcome.status,
      error: outcome.error ?? null,
      milliseconds: isTimed ? now - startedAt : null,
    });
  }

  #change(position: number, change: Partial<StepState>): void {
    const state = this.#states[position];
    if (state) this.#states[position] = { ...state, ...change };
  }

  #result(position: number, change: Partial<DrilledStepResult>): void {
    const result = this.#results[position];
    if (result) this.#results[position] = { ...result, ...change };
  }
}

const hasKnownTime = ({ basis }: DrilledAttempt): boolean => basis !== 'UNKNOWN';

/** Prices with a factor can be fractions; costs are whole nano-dollars. */
const times = (costNanos: number | null, factor: number): number | null =>
  costNanos === null ? null : Math.round(costNanos * factor);
