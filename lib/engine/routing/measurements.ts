import type { Clock } from '@/lib/engine/clock';

const HOUR_MS = 3_600_000;
/** Calls of a model that are remembered, whatever the load. */
const CALLS_KEPT = 200;
/** A models file can list as many; beyond them, the one measured first is forgotten. */
const MODELS_KEPT = 1_000;
/** With fewer calls, the error rate isn't reliable yet. */
const FEWEST_CALLS = 5;

interface Call {
  /** By the monotonic clock. */
  at: number;
  failed: boolean;
  milliseconds: number;
}

/** The calls of a model, the earliest first, and the milliseconds of those with a reply, ascending. */
interface Calls {
  all: Call[];
  times: number[];
}

/** A process's calls of one model in its last hour. */
export interface Measurement {
  calls: number;
  failures: number;
  /** The median (ms) of the calls with a reply; null without any. */
  latency: number | null;
}

/** A process's measurements, by model. */
export type Measured = Readonly<Record<string, Measurement>>;

/** How fast and how reliable models have been in the last hour, in this process and its peers. */
export class Measurements {
  readonly #calls = new Map<string, Calls>();
  #elsewhere: readonly Measured[] = [];

  constructor(readonly clock: Pick<Clock, 'elapsed'>) {}

  /** @param milliseconds from the call to its end */
  add(model: string, call: { failed: boolean; milliseconds: number }): void {
    const calls = this.#calls.get(model) ?? { all: [], times: [] };
    this.#calls.set(model, calls);
    const [first] = this.#calls.keys();
    if (first !== undefined && this.#calls.size > MODELS_KEPT) this.#calls.delete(first);
    calls.all.push({ at: this.clock.elapsed(), ...call });
    if (!call.failed) calls.times.splice(placeOf(call.milliseconds, calls.times), 0, call.milliseconds);
    if (calls.all.length > CALLS_KEPT) forgetFirst(calls);
  }

  /** This process's measurements, for its peers. */
  own(): Measured {
    const measured = [...this.#calls.keys()].map((model) => [model, this.#measure(model)] as const);
    return Object.fromEntries(measured.filter(([, { calls }]) => calls > 0));
  }

  /** Replaces the earlier measurements of other processes by their current ones. */
  replaceRemote(elsewhere: readonly Measured[]): void {
    this.#elsewhere = elsewhere;
  }

  /** The median (ms) of the calls with a reply; of several processes, the middle one by calls. */
  latency(model: string): number | undefined {
    const known = this.#all(model)
      .flatMap(({ latency, calls, failures }) =>
        latency === null ? [] : [{ latency, weight: calls - failures }],
      )
      .sort((one, other) => one.latency - other.latency);
    let left = known.reduce((sum, { weight }) => sum + weight, 0) / 2;
    return known.find(({ weight }) => {
      left -= weight;
      return left < 0 || weight === 0;
    })?.latency;
  }

  /** The share of calls that failed, 0 to 1. */
  errorRate(model: string): number {
    const all = this.#all(model);
    const calls = all.reduce((sum, measurement) => sum + measurement.calls, 0);
    if (calls < FEWEST_CALLS) return 0;
    return all.reduce((sum, { failures }) => sum + failures, 0) / calls;
  }

  #all(model: string): Measurement[] {
    return [this.#measure(model), ...this.#elsewhere.flatMap((measured) => measured[model] ?? [])];
  }

  #measure(model: string): Measurement {
    const calls = this.#calls.get(model) ?? { all: [], times: [] };
    const { all, times } = calls;
    const longAgo = this.clock.elapsed() - HOUR_MS;
    while (all[0] && all[0].at <= longAgo) forgetFirst(calls);
    return {
      calls: all.length,
      failures: all.length - times.length,
      latency: times[Math.floor(times.length / 2)] ?? null,
    };
  }
}

function forgetFirst({ all, times }: Calls): void {
  const first = all.shift();
  if (first && !first.failed) times.splice(placeOf(first.milliseconds, times), 1);
}

/** The index of the first of ascending values that isn't less. */
function placeOf(value: number, ascending: readonly number[]): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
