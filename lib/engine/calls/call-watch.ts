import type { Clock } from '@/lib/engine/clock';

/** How long (ms) a call may take at most. */
export interface CallClocks {
  connect: number;
  firstToken: number;
  idle: number;
  whole: number;
}

/** Watches over one call: ends it the moment that the clock of its phase runs out, or the one of the whole. */
export class CallWatch {
  /** A sentence about the clock that ran out; null while none has. */
  silence: string | null = null;
  #phase: { deadline: number; problem: string };
  readonly #whole: number;
  #nap = new AbortController();
  #isOver = false;

  /** @param onSilent called once a clock has run out */
  constructor(
    readonly clocks: CallClocks,
    readonly clock: Clock,
    readonly onSilent: (reason: Error) => void,
  ) {
    const now = clock.elapsed();
    const problem = `There was no connection to the provider within ${seconds(clocks.connect)}.`;
    this.#phase = { deadline: now + clocks.connect, problem };
    this.#whole = now + clocks.whole;
    void this.#watch();
  }

  /** The provider can be spoken to, or thinks: the next token is awaited. @param isAnswering whether it had begun */
  awaitToken(isAnswering: boolean): void {
    const { firstToken } = this.clocks;
    const problem = `The first token didn't come within ${seconds(firstToken)}.`;
    this.#enter(firstToken, isAnswering ? silentFor(firstToken) : problem);
  }

  /** A token has come. */
  hearToken(): void {
    const { idle } = this.clocks;
    this.#enter(idle, silentFor(idle));
  }

  /** The call has ended by itself. */
  end(): void {
    this.#isOver = true;
    this.#nap.abort();
  }

  #enter(milliseconds: number, problem: string): void {
    const deadline = this.clock.elapsed() + milliseconds;
    const isEarlier = deadline < this.#phase.deadline;
    this.#phase = { deadline, problem };
    // The watch sleeps until the deadline of the last phase, which may be minutes away.
    if (isEarlier) this.#nap.abort();
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const { deadline, problem } = this.#phase;
      const left = Math.min(deadline, this.#whole) - this.clock.elapsed();
      if (left <= 0) {
        this.silence =
          this.#whole <= deadline
            ? `The answer wasn't complete within ${seconds(this.clocks.whole)}.`
            : problem;
        this.onSilent(new Error(this.silence));
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
