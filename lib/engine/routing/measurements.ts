import type { Clock } from '@/lib/engine/clock';

const HOUR_MS = 3_600_000;
/** Calls of a model that are remembered, whatever the load. */
const CALLS_KEPT = 200;
/** Steps can name models of any name; the one measured first is forgotten. */
const MODELS_KEPT = 1_000;
/** With fewer calls, the rate of errors says nothing yet. */
const FEWEST_CALLS = 5;

interface Call {
  at: number;
  failed: boolean;
  milliseconds: number;
}

/** How fast and how reliable models have been in this process's last hour. */
export class Measurements {
  readonly #calls = new Map<string, Call[]>();

  constructor(readonly clock: Pick<Clock, 'now'>) {}

  /** @param milliseconds from the call to its end */
  add(model: string, call: { failed: boolean; milliseconds: number }): void {
    const calls = this.#calls.get(model) ?? [];
    this.#calls.set(model, calls);
    const [first] = this.#calls.keys();
    if (first !== undefined && this.#calls.size > MODELS_KEPT) this.#calls.delete(first);
    calls.push({ at: this.clock.now(), ...call });
    if (calls.length > CALLS_KEPT) calls.shift();
  }

  /** The median (ms) of the calls that were answered; undefined without any. */
  latency(model: string): number | undefined {
    const times = this.#recent(model)
      .filter(({ failed }) => !failed)
      .map(({ milliseconds }) => milliseconds)
      .sort((one, other) => one - other);
    return times[Math.floor(times.length / 2)];
  }

  /** The share of calls that failed, 0 to 1. */
  errorRate(model: string): number {
    const calls = this.#recent(model);
    if (calls.length < FEWEST_CALLS) return 0;
    return calls.filter(({ failed }) => failed).length / calls.length;
  }

  #recent(model: string): Call[] {
    const since = this.clock.now() - HOUR_MS;
    return (this.#calls.get(model) ?? []).filter(({ at }) => at > since);
  }
}
