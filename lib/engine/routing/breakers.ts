import type { ModelConfig } from '@/lib/config/models/model-config';
import type { Clock } from '@/lib/engine/clock';

/** So many failures in a row open the circuit of a model, for so long (ms). */
const FAILURES = 5;
const OPEN_MS = 30_000;
/** Callers choose the names of models that the catalog doesn't have, so the number of breakers has a bound. */
const MOST_BREAKERS = 10_000;

interface Breaker {
  failures: number;
  /** By the monotonic clock, when it opened; null before. Failed trials don't change it. */
  openedAt: number | null;
  /** By the monotonic clock; from then on, one call at a time is let through. */
  openUntil: number;
  /** The call that is let through now. */
  probe: Probe | null;
}

/** An open circuit: how long it has been open, and how long it stays so; 0 while one call tries the model. */
export interface OpenCircuit {
  /** In a row. */
  failures: number;
  millisecondsOpen: number;
  millisecondsLeft: number;
}

/** Identifies a call that tries whether a model works again. */
type Probe = symbol;

/**
 * A circuit breaker per model and credential: after five failures in a row, the model isn't called for 30 seconds. Then
 * one call at a time tries it, until one works. It runs on the engine's clock, which the breakers of libraries don't.
 */
export class Breakers {
  readonly #breakers: Map<string, Breaker>;
  readonly #credential: string;

  constructor(
    readonly clock: Pick<Clock, 'elapsed'>,
    { credential = '', breakers = new Map<string, Breaker>() } = {},
  ) {
    this.#credential = credential;
    this.#breakers = breakers;
  }

  /** The breakers of one credential: its failures don't stop calls with another one. */
  of(credential: string): Breakers {
    return new Breakers(this.clock, { credential, breakers: this.#breakers });
  }

  #keyOf(model: string): string {
    return `${this.#credential} ${model}`;
  }

  /** The models whose circuit is open now, with the number of credentials for which it is. */
  get open(): ReadonlyMap<string, number> {
    const now = this.clock.elapsed();
    const models = new Map<string, number>();
    for (const [key, { failures, openUntil }] of this.#breakers) {
      if (failures < FAILURES || openUntil <= now) continue;
      const model = key.slice(key.indexOf(' ') + 1);
      models.set(model, (models.get(model) ?? 0) + 1);
    }
    return models;
  }

  /** Whether the model may not be called now. */
  isOpen(model: string): boolean {
    return this.millisecondsLeft(model) !== null;
  }

  /** How long the circuit stays open from now; 0 while one call tries the model, null if it may be called. */
  millisecondsLeft(model: string): number | null {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (!breaker || breaker.failures < FAILURES) return null;
    const left = Math.max(0, breaker.openUntil - this.clock.elapsed());
    return left > 0 || breaker.probe !== null ? left : null;
  }

  /** The model's circuit; null if it's closed: all calls are let through. */
  circuitOf(model: string): OpenCircuit | null {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (!breaker || breaker.openedAt === null) return null;
    const now = this.clock.elapsed();
    return {
      failures: breaker.failures,
      millisecondsOpen: now - breaker.openedAt,
      millisecondsLeft: Math.max(0, breaker.openUntil - now),
    };
  }

  /**
   * Notes that a call begins; it must be settled by one of the others.
   * @returns an identifier if it is the one call that tries a model again, because earlier calls may still end
   */
  begin(model: string): Probe | null {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (!breaker || breaker.failures < FAILURES) return null;
    breaker.probe = Symbol(model);
    return breaker.probe;
  }

  succeed(model: string): void {
    this.#breakers.delete(this.#keyOf(model));
  }

  /** @param probe as `begin` returned it */
  fail(model: string, probe: Probe | null = null): void {
    this.leave(model, probe);
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (!breaker && this.#breakers.size >= MOST_BREAKERS)
      this.#breakers.delete(this.#breakers.keys().next().value ?? '');
    const failures = (breaker?.failures ?? 0) + 1;
    const now = this.clock.elapsed();
    this.#breakers.set(this.#keyOf(model), {
      failures,
      openedAt: breaker?.openedAt ?? (failures < FAILURES ? null : now),
      openUntil: now + OPEN_MS,
      probe: breaker?.probe ?? null,
    });
  }

  /**
   * Notes a call that doesn't show the model's health.
   * @param probe as `begin` returned it
   */
  leave(model: string, probe: Probe | null): void {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (breaker && breaker.probe === probe) breaker.probe = null;
  }
}

/** Why a model isn't called although it could be: `Too many recent failures; calls are paused until 14:03:10 UTC.` */
export function openCircuitMessage(
  { id }: Pick<ModelConfig, 'id'>,
  { breakers, clock }: { breakers: Breakers; clock: Pick<Clock, 'now'> },
): string | null {
  const left = breakers.millisecondsLeft(id);
  if (left === null) return null;
  if (left === 0) return 'Too many recent failures; calls are paused until a trial call has ended.';
  const until = new Date(clock.now() + left).toISOString().slice(11, 19);
  return `Too many recent failures; calls are paused until ${until} UTC.`;
}
