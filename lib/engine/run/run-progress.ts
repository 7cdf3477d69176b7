import {
  type AttemptEnd,
  type NewApproval,
  noChange,
  type RunChange,
  type RunStore,
  type StepState,
  type TakenJob,
} from '@/lib/engine/run/run-store';

/** The steps of a job as its run knows them, and what of it isn't stored yet. */
export class RunProgress {
  readonly #job: TakenJob;
  readonly #store: RunStore;
  /** By position; replaced, never changed. */
  readonly #states: StepState[];
  #startedAt: number | null;
  #isStartStored: boolean;
  #resumedAt: number | null;
  #ended: AttemptEnd[] = [];
  #outputs = new Map<number, string>();
  #files = new Map<number, number>();
  #approvals: NewApproval[] = [];
  #withdrawn: number[] = [];
  #changed = new Set<number>();

  /** @param now the moment of the run's begin */
  constructor(job: TakenJob, store: RunStore, now: number) {
    this.#job = job;
    this.#store = store;
    this.#states = [...job.steps];
    this.#startedAt = job.startedAt;
    this.#isStartStored = job.startedAt !== null;
    this.#resumedAt = job.startedAt === null ? null : now;
  }

  get states(): readonly StepState[] {
    return this.#states;
  }

  /** The moment of the job's first step; null before it. */
  get startedAt(): number | null {
    return this.#startedAt;
  }

  get hasChangedSteps(): boolean {
    return this.#changed.size > 0;
  }

  at(position: number): StepState {
    const state = this.#states[position];
    if (!state) throw new Error(`The job has no step ${position}.`);
    return state;
  }

  change(position: number, change: Partial<StepState>): void {
    this.#states[position] = { ...this.at(position), ...change };
    this.#changed.add(position);
  }

  /** Its first step begins, unless one has. */
  start(now: number): void {
    this.#startedAt ??= now;
  }

  /** A person has decided about a step, which is stored. */
  decided(position: number, decidedAt: number): void {
    const state = this.at(position);
    if (state.approval) this.#states[position] = { ...state, approval: { ...state.approval, decidedAt } };
  }

  ask(request: NewApproval): void {
    this.#approvals.push(request);
  }

  /** The step's open request for approval has no purpose anymore. */
  withdraw(position: number): void {
    this.#withdrawn.push(position);
  }

  keepEnd(end: AttemptEnd): void {
    this.#ended.push(end);
  }

  /** @param json as both databases can store it @param files that the step has written */
  keepOutput(position: number, json: string, files: number): void {
    this.#outputs.set(position, json);
    if (files > 0) this.#files.set(position, files);
  }

  /** Stores the progress since the last time, together with `more`. @returns false if another worker has taken the job */
  record(more: Partial<RunChange>): Promise<boolean> {
    const { begun = [] } = more;
    // A reply is stored with its step's outcome, or with the next call: a crash in between repeats the call.
    const isDue = ({ outcome, position }: AttemptEnd) =>
      outcome !== 'ANSWERED' ||
      this.#changed.has(position) ||
      begun.some((start) => start.position === position);
    const change: RunChange = {
      ...noChange,
      ended: this.#ended.filter(isDue),
      steps: [...this.#changed].map((position) => this.at(position)),
      outputs: this.#outputs,
      approvals: this.#approvals,
      withdrawn: this.#withdrawn,
      files: this.#files,
      startedAt: this.#isStartStored ? null : this.#startedAt,
      resumedAt: this.#resumedAt,
      ...more,
    };
    this.#ended = this.#ended.filter((end) => !isDue(end));
    this.#changed = new Set();
    this.#outputs = new Map();
    this.#files = new Map();
    this.#approvals = [];
    this.#withdrawn = [];
    this.#isStartStored ||= change.startedAt !== null;
    this.#resumedAt = null;
    return this.#store.record(this.#job, change);
  }
}
