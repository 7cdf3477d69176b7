import { AttemptLog, type AttemptStore } from '@/lib/engine/calls/attempt-log';
import type { Clock } from '@/lib/engine/clock';
import type { StepCall } from '@/lib/engine/run/job-end';
import type { RunProgress } from '@/lib/engine/run/run-progress';
import type { RunChange, TakenJob } from '@/lib/engine/run/run-store';
import { SentMessages } from '@/lib/engine/run/sent-messages';

/** The attempts of a job's steps: each is recorded when it begins, and what it sent and cost with what follows it. */
export class RunAttempts {
  readonly #job: TakenJob;
  readonly #clock: Clock;
  readonly #progress: RunProgress;
  readonly #record: (more: Partial<RunChange>) => Promise<void>;
  /** By position, for the steps that this run has begun: a parked step continues with its log. */
  readonly #logs = new Map<number, AttemptLog>();
  readonly #calls: StepCall[];
  #lastModel: string | null;

  /** @param record stores the progress since the last record, together with `more` */
  constructor(
    job: TakenJob,
    clock: Clock,
    progress: RunProgress,
    record: (more: Partial<RunChange>) => Promise<void>,
  ) {
    this.#job = job;
    this.#clock = clock;
    this.#progress = progress;
    this.#record = record;
    this.#calls = [...job.attempts];
    this.#lastModel = job.lastModel;
  }

  /** Of all runs. */
  get calls(): readonly StepCall[] {
    return this.#calls;
  }

  /** That was called, in any run; null if none was. */
  get lastModel(): string | null {
    return this.#lastModel;
  }

  logOf(position: number): AttemptLog {
    const state = this.#progress.at(position);
    const log =
      this.#logs.get(position) ??
      new AttemptLog({
        earlier: state,
        past: this.#job.attempts.filter((attempt) => attempt.position === position),
        kept: state.pieces.at(-1)?.attempt ?? 0,
        clock: this.#clock,
        store: this.#storeOf(position),
      });
    this.#logs.set(position, log);
    return log;
  }

  #storeOf(position: number): AttemptStore {
    const sent = new SentMessages(this.#job.sent.get(position));
    return {
      storeStart: (start, messages) => {
        this.#lastModel = start.model;
        const added = sent.add(messages);
        return this.#record({
          begun: [{ ...start, position }],
          prompts: added ? [{ ...added, position, number: start.number }] : [],
        });
      },
      keepEnd: (end) => {
        const endedAt = this.#clock.now();
        const { model, outcome, code, retryAt, milliseconds } = end;
        const startedAt = endedAt - milliseconds;
        this.#calls.push({ position, model, outcome, code, startedAt, endedAt, retryAt });
        this.#progress.keepEnd({ ...end, position });
      },
      flush: () => this.#record({}),
    };
  }
}
