/** An ended job whose trace waits. Nothing else of it is in memory. */
export interface WaitingTrace {
  id: string;
  accountId: string;
  /** As many spans as it has without its steps. */
  spans: number;
}

/**
 * Traces that wait to be sent. Accounts take turns. If the queue is full, the account with the most traces loses its last
 * trace, so an account can't take the place of others.
 */
export class TraceQueue {
  /** By account; the account with the longest time since its turn comes first. */
  readonly #waiting = new Map<string, WaitingTrace[]>();
  #size = 0;

  /** @param most traces of all accounts */
  constructor(readonly most: number) {}

  get size(): number {
    return this.#size;
  }

  /** @returns whether a trace was dropped, this one or another */
  add(trace: WaitingTrace): boolean {
    const isFull = this.#size >= this.most;
    if (isFull && !this.#makeRoom(trace.accountId)) return true;
    const own = this.#waiting.get(trace.accountId);
    if (own) own.push(trace);
    else this.#waiting.set(trace.accountId, [trace]);
    this.#size += 1;
    return isFull;
  }

  /** The next trace; undefined if none waits. */
  first(): WaitingTrace | undefined {
    const [next] = this.#waiting.values();
    return next?.[0];
  }

  /** Takes the next trace. */
  take(): WaitingTrace | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [accountId, traces] = next;
    const trace = traces.shift();
    this.#waiting.delete(accountId);
    if (traces.length > 0) this.#waiting.set(accountId, traces);
    this.#size -= 1;
    return trace;
  }

  /** Drops all. @returns how many waited */
  clear(): number {
    const dropped = this.#size;
    this.#waiting.clear();
    this.#size = 0;
    return dropped;
  }

  /** Drops the last trace of the account with the most. @returns false if this account would have as many */
  #makeRoom(accountId: string): boolean {
    let longest: WaitingTrace[] = [];
    for (const traces of this.#waiting.values()) if (traces.length > longest.length) longest = traces;
    if ((this.#waiting.get(accountId)?.length ?? 0) + 1 >= longest.length) return false;
    longest.pop();
    this.#size -= 1;
    return true;
  }
}
