import { performance } from 'node:perf_hooks';
import { FairQueue } from './fair-queue';

/** How long (ms) work runs before the event loop serves new events. */
const LONGEST_TURN = 10;

interface Waiting {
  caller: string;
  begin(): void;
}

/**
 * Lets pieces of work begin one after the other, callers in turns. A statement of SQLite and the parsing of JSON block
 * the thread, with only promises between them. Without turns, all calls under way would run to their ends before the
 * process reads from a socket again.
 */
export class FairTurns {
  readonly #line = new FairQueue<Waiting>();
  /** Whether a piece of work has begun in this turn of the event loop, or waits for the next one. */
  #isBusy = false;
  /** When the first piece of work of this turn began; undefined in a turn without any. */
  #began: number | undefined;

  /**
   * Resolves once it's the caller's turn: at once if nothing else is under way in this turn of the event loop.
   * @param caller by whom turns are taken
   * @throws the signal's reason if the client has left by then
   */
  async begin(caller: string, signal?: AbortSignal): Promise<void> {
    if (this.#isBusy) await this.#wait(caller);
    else {
      this.#isBusy = true;
      if (this.#elapsed() < LONGEST_TURN) this.#continueAfterwards();
      else {
        const turn = this.#wait(caller);
        this.#continue();
        await turn;
      }
    }
    signal?.throwIfAborted();
  }

  #wait(caller: string): Promise<void> {
    return new Promise((begin) => this.#line.add(caller, { caller, begin }));
  }

  /** Continues once what has just begun has ended, or waits for something else than promises. */
  #continueAfterwards(): void {
    // Node runs what is in nextTick once no promise is left to continue, but not from nextTick itself.
    queueMicrotask(() => process.nextTick(() => this.#continue()));
  }

  #continue(): void {
    if (this.#elapsed() < LONGEST_TURN) this.#beginNext();
    else setImmediate(() => this.#beginNext());
  }

  #beginNext(): void {
    const next = this.#line.next();
    if (!next) {
      this.#isBusy = false;
      return;
    }
    this.#line.end(next.caller);
    this.#elapsed();
    next.begin();
    this.#continueAfterwards();
  }

  /** How long (ms) work has run in this turn of the event loop. The first call starts the clock. */
  #elapsed(): number {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(() => {
        this.#began = undefined;
      });
    }
    return now - this.#began;
  }
}

// On globalThis: what Next has bundled and what the start has loaded are copies of this module, and share one thread.
const holder = globalThis as typeof globalThis & { switchyardTurns?: FairTurns };
holder.switchyardTurns ??= new FairTurns();

/** The turns of this process. */
export const turns = holder.switchyardTurns;
