import { limits } from '@/lib/config/limits';

/** What is recorded of a refusal: a reason, an operation, the address. */
export type RefusalFacts = Record<string, string | null>;

/** A refusal, or several of one kind. */
export interface Refusal {
  at: Date;
  times: number;
  facts: RefusalFacts;
}

const { count, window } = limits.auditedRefusals;

/**
 * The refusals of one kind that one person met within ten minutes: the first ten each for itself, the others as one
 * with their number, once the time is over.
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
    return now.getTime() - this.#begin.getTime() >= window;
  }

  /** Whether everything has been written. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#rest === null;
  }

  /** What is to be written by now. @param all also what would wait for the end of the window */
  due(now: Date, all: boolean): Refusal[] {
    if (all || this.isOver(now)) this.#closeRest();
    return [...this.#waiting];
  }

  /** Lets go of the first refusals that `due` gave: they are written. */
  written(refusals: number): void {
    this.#waiting.splice(0, refusals);
  }

  #closeRest(): void {
    if (this.#rest) this.#waiting.push(this.#rest);
    this.#rest = null;
  }
}

/** What holds for both. */
const common = (one: RefusalFacts, other: RefusalFacts): RefusalFacts =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] === value));
