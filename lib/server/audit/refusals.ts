import { limits } from '@/lib/config/limits';
import { knownAddress } from '@/lib/server/auth/known-networks';
import type { Viewer } from '@/lib/server/auth/viewer';
import { copyText } from '@/lib/server/runtime/copy-text';

/** The refused person: the user with this email address, if there is one, or the caller. */
export type RefusedPerson = { email: string } | { id: string; accountId: string };

/** Why a sign-in was refused. */
export type SignInRefusal = 'password' | 'disabled' | 'temporary_password' | 'rate_limit';

/** The refusals of one person, of one kind. */
export interface Refused {
  key: string;
  action: 'user.refuse_sign_in' | 'user.refuse_call';
  person: RefusedPerson;
  window: RefusalWindow;
}

/**
 * Refused sign-ins and calls that aren't in the audit trail yet. Noting one reads and writes nothing, so that a
 * response's time doesn't reveal whether a user has the address; `writeRefusals` does both later.
 */
export class Refusals {
  readonly #refused = new Map<string, Refused>();
  #unnoted = 0;

  /** @param email as it is stored, in lower case */
  signIn(refusal: { email: string; reason: SignInRefusal; address: string; at: Date }) {
    const { email, reason, address, at } = refusal;
    const kept = copyText(email);
    this.#of('user.refuse_sign_in', kept, { email: kept }, at)?.add(at, {
      reason,
      address: knownAddress(address),
    });
  }

  /** @param refusal.operation the root field's name in the schema */
  call(viewer: Viewer, refusal: { operation: string; address: string; at: Date }) {
    const { operation, address, at } = refusal;
    const person = { id: viewer.user.id, accountId: viewer.accountId };
    const key: RefusalFacts = viewer.via === 'api_key' ? { api_key_id: viewer.credentialId } : {};
    const facts = { operation, address: knownAddress(address), ...key };
    this.#of('user.refuse_call', viewer.user.id, person, at)?.add(at, facts);
  }

  /** All noted refusals, written or not. */
  all(): Refused[] {
    return [...this.#refused.values()];
  }

  /** Drops noted refusals: there is no such user, or their window is over and they are written. */
  forget({ key }: Refused): void {
    this.#refused.delete(key);
  }

  /** How many weren't noted, because too many people were refused at once; counted since the last call. */
  takeUnnoted(): number {
    const count = this.#unnoted;
    this.#unnoted = 0;
    return count;
  }

  #of(action: Refused['action'], id: string, person: RefusedPerson, at: Date): RefusalWindow | null {
    const key = `${action} ${id}`;
    const known = this.#refused.get(key);
    if (known) return known.window;
    if (this.#refused.size >= limits.auditedRefusals.people) {
      this.#unnoted += 1;
      return null;
    }
    const window = new RefusalWindow(at);
    this.#refused.set(key, { key, action, person, window });
    return window;
  }
}

/** The recorded facts of a refusal: a reason, an operation, the network address. */
type RefusalFacts = Record<string, string | null>;

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
class RefusalWindow {
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
    // If the clock was set back, the window ends, so that it doesn't stay open for longer.
    return passed < 0 || passed >= window;
  }

  /** Whether everything has been written. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#rest === null;
  }

  /** The refusals to write now. @param all includes refusals in windows that are still open */
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
