import { limits } from '@/lib/config/limits';

/** The recorded facts of a refusal: a reason, an operation, the network address. */
export type RefusalFacts = Record<string, string | null>;

/** One or several refusals of the same kind. */
export interface Refusal {
  at: Date;
  times: number;
  facts: RefusalFacts;
}

const { count, window } = limits.auditedRefusals;

/**
 * One person's refusals of one kind within ten minutes: the first ten singly, the others as one with their count once
 * the time is over.
 */
export class RefusalWindow {
  readonly #waiting: Refusal[] = [];
  #begin: Date;
  #single = 0;
  #rest: Refusal | null = null;

  constructor(begin: Date) {
    this.#begin = begin;
  }

  add(at: Date, facts: RefusalFacts): void {
    if (this.isOver(at)) {
      this.#closeRest();
      this.#begin = at;
      this.#single = 0;
    }
    if (this.#single < count) {
      this.#single += 1;
      this.#waiting.push({ at, times: 1, facts });
    } else {
      const { times, facts: before } = this.#rest ?? { times: 0, facts };
      this.#rest = { at, times: times + 1, facts: common(before, facts) };
    }
  }

  isOver(now: Date): boolean {
    const passed = now.getTime() - this.#begin.getTime();
    // A clock that was set back must not keep the window open for longer.
    return passed < 0 || passed >= window;
  }

  /** Whether everything has been written. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#rest === null;
  }

  /** The refusals to write now. @param all includes those that wait for the end of the window */
  due(now: Date, all: boolean): Refusal[] {
    if (all || this.isOver(now)) this.#closeRest();
    return [...this.#waiting];
  }

  /** Drops the first refusals that `due` returned, after they were written. */
  written(refusals: number): void {
    this.#waiting.splice(0, refusals);
  }

  #closeRest(): void {
    if (this.#rest) this.#waiting.push(this.#rest);
    this.#rest = null;
  }
}

/** The facts that both share. */
const common = (one: RefusalFacts, other: RefusalFacts): RefusalFacts =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] === value));
