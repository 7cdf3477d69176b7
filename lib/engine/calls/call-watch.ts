import type { CallDeadlines } from '@/lib/engine/calls/call-deadlines';
import type { Clock } from '@/lib/engine/clock';

/** Wakes a watch. Without a reason, each abort would make an error with its stack. */
const awake = new Error('The watch looks at its deadline again.');

/** Ends a call that exceeds the deadline of its phase, or of the whole call. */
export class CallWatch {
  /** A sentence about the deadline that has passed; null while none has. */
  timeout: string | null = null;
  #phase: { deadline: number; problem: string };
  readonly #whole: number;
  #nap = new AbortController();
  #isOver = false;

  /** @param onTimeout called once a deadline has passed */
  constructor(
    readonly deadlines: CallDeadlines,
    readonly clock: Clock,
    readonly onTimeout: (reason: Error) => void,
  ) {
    const now = clock.elapsed();
    const problem = `There was no connection to the provider within ${seconds(deadlines.connect)}.`;
    this.#phase = { deadline: now + deadlines.connect, problem };
    this.#whole = now + deadlines.whole;
    void this.#watch();
  }

  /** The connection is open, or the model thinks: the next token is awaited. @param hasText whether text has come */
  awaitToken(hasText: boolean): void {
    const { firstToken } = this.deadlines;
    const problem = `The first token didn't come within ${seconds(firstToken)}.`;
    this.#enter(firstToken, hasText ? silentFor(firstToken) : problem);
  }

  /** A token has come. */
  recordToken(): void {
    const { idle } = this.deadlines;
    this.#enter(idle, silentFor(idle));
  }

  /** The call has ended by itself. */
  end(): void {
    this.#isOver = true;
    this.#nap.abort(awake);
  }

  #enter(milliseconds: number, problem: string): void {
    const deadline = this.clock.elapsed() + milliseconds;
    const isEarlier = deadline < this.#phase.deadline;
    this.#phase = { deadline, problem };
    // The watch sleeps until the deadline of the last phase, which may be minutes away.
    if (isEarlier) this.#nap.abort(awake);
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const { deadline, problem } = this.#phase;
      const left = Math.min(deadline, this.#whole) - this.clock.elapsed();
      if (left <= 0) {
        this.timeout =
          this.#whole <= deadline
            ? `The answer wasn't complete within ${seconds(this.deadlines.whole)}.`
            : problem;
        this.onTimeout(new Error(this.timeout));
        return;
      }
      this.#nap = new AbortController();
      await this.clock.sleep(left, this.#nap.signal).catch(() => {});
    }
  }
}

const silentFor = (milliseconds: number): string =>
  `The model was silent for ${seconds(milliseconds)} in the middle of its answer.`;

const seconds = (milliseconds: number): string => {
  const count = Math.round(milliseconds / 100) / 10;
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
};
