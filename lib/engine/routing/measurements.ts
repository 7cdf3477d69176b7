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
  readonly #calls = new Map<string, Call[]>();
  /** Of this process, with the moment until which they hold; a new call ends them, too. */
  readonly #measured = new Map<string, { until: number; measurement: Measurement }>();
  #elsewhere: readonly Measured[] = [];

  constructor(readonly clock: Pick<Clock, 'elapsed'>) {}

  /** @param milliseconds from the call to its end */
  add(model: string, call: { failed: boolean; milliseconds: number }): void {
    const calls = this.#calls.get(model) ?? [];
    this.#calls.set(model, calls);
    const [first] = this.#calls.keys();
    if (first !== undefined && this.#calls.size > MODELS_KEPT) {
      this.#calls.delete(first);
      this.#measured.delete(first);
    }
    calls.push({ at: this.clock.elapsed(), ...call });
    if (calls.length > CALLS_KEPT) calls.shift();
    this.#measured.delete(model);
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

  /** Kept, since each step ranks dozens of models. */
  #measure(model: string): Measurement {
    const now = this.clock.elapsed();
    const known = this.#measured.get(model);
    if (known && now <= known.until) return known.measurement;
    const calls = (this.#calls.get(model) ?? []).filter(({ at }) => at > now - HOUR_MS);
    const times = calls
      .filter(({ failed }) => !failed)
      .map(({ milliseconds }) => milliseconds)
      .sort((one, other) => one - other);
    const measurement = {
      calls: calls.length,
      failures: calls.length - times.length,
      latency: times[Math.floor(times.length / 2)] ?? null,
    };
    const first = calls[0];
    this.#measured.set(model, { until: first ? first.at + HOUR_MS - 1 : Infinity, measurement });
    return measurement;
  }
}
