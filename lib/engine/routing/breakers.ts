import type { Clock } from '@/lib/engine/clock';

/** So many failures in a row hold a model back, for so long (ms). */
const FAILURES = 5;
const HELD_BACK_MS = 30_000;
/** Callers choose the names of models that the catalog doesn't have, so the number of breakers has a bound. */
const MOST_BREAKERS = 10_000;

interface Breaker {
  failures: number;
  /** By the monotonic clock; from then on, one call at a time is let through. */
  heldBackUntil: number;
  /** The call that is let through now. */
  probe: Probe | null;
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

  /** The breakers of one credential: its failures hold no other calls back. */
  of(credential: string): Breakers {
    return new Breakers(this.clock, { credential, breakers: this.#breakers });
  }

  #keyOf(model: string): string {
    return `${this.#credential} ${model}`;
  }

  /** The models that are held back now, with the number of credentials for which they are. */
  get open(): ReadonlyMap<string, number> {
    const now = this.clock.elapsed();
    const models = new Map<string, number>();
    for (const [key, { failures, heldBackUntil }] of this.#breakers) {
      if (failures < FAILURES || heldBackUntil <= now) continue;
      const model = key.slice(key.indexOf(' ') + 1);
      models.set(model, (models.get(model) ?? 0) + 1);
    }
    return models;
  }

  /** Whether calls of the model are held back now. */
  isOpen(model: string): boolean {
    return this.millisecondsLeft(model) !== null;
  }

  /** How long the model is held back from now; 0 while one call tries it, null if it isn't held back. */
  millisecondsLeft(model: string): number | null {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (!breaker || breaker.failures < FAILURES) return null;
    const left = Math.max(0, breaker.heldBackUntil - this.clock.elapsed());
    return left > 0 || breaker.probe !== null ? left : null;
  }

  /**
   * Notes that a call begins; it must be settled by one of the others.
   * @returns what identifies it if it is the one call that tries a model again: calls that began earlier may end meanwhile
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
    this.#breakers.set(this.#keyOf(model), {
      failures: (breaker?.failures ?? 0) + 1,
      heldBackUntil: this.clock.elapsed() + HELD_BACK_MS,
      probe: breaker?.probe ?? null,
    });
  }

  /**
   * Notes a call that says nothing about the model's health.
   * @param probe as `begin` returned it
   */
  leave(model: string, probe: Probe | null): void {
    const breaker = this.#breakers.get(this.#keyOf(model));
    if (breaker && breaker.probe === probe) breaker.probe = null;
  }
}
