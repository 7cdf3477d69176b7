import type { Release, TextMemory } from '@/lib/engine/run/text-memory';
import type { Caller } from '@/lib/engine/text-worker';
import { FairQueue } from '@/lib/server/runtime/fair-queue';

/**
 * Bytes of texts that are held at once: of all steps, and of one account's. A text takes about three times as much: it is
 * divided, and sent to another process. An account that holds none may always hold one, once all together fit.
 */
const MOST_BYTES = { all: 40 * 1024 * 1024, ofAccount: 16 * 1024 * 1024 };

/** Texts of up to so many bytes aren't counted: they always fit. */
const SMALL = 16 * 1024;

interface Waiting {
  accountId: string;
  bytes: number;
  begin(): void;
}

/** The memory of one process for the texts of its steps. */
export class BoundedTexts implements TextMemory {
  readonly #line = new FairQueue<Waiting>();
  /** The next in line, whose account may hold it, until all together fit: it isn't overtaken. */
  #next: Waiting | undefined;
  readonly #ofAccounts = new Map<string, number>();
  #all = 0;

  hold(accountId: string, bytes: number): Release | null {
    if (bytes <= SMALL) return () => {};
    if (this.#next || !this.#fitsAccount(accountId, bytes) || !this.#fitsAll(bytes)) return null;
    this.#line.begin(accountId);
    return this.#count(accountId, bytes);
  }

  wait(bytes: number, { accountId, signal }: Caller): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#line.remove(accountId, waiting);
        if (this.#next === waiting) {
          this.#next = undefined;
          this.#line.end(accountId);
        }
        this.#fill();
        reject(signal.reason);
      };
      const waiting: Waiting = {
        accountId,
        bytes,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#count(accountId, bytes));
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#line.add(accountId, waiting);
      this.#fill();
    });
  }

  #fill(): void {
    for (;;) {
      this.#next ??= this.#line.next(({ accountId, bytes }) => this.#fitsAccount(accountId, bytes));
      if (!this.#next || !this.#fitsAll(this.#next.bytes)) return;
      const { begin } = this.#next;
      this.#next = undefined;
      begin();
    }
  }

  #count(accountId: string, bytes: number): Release {
    this.#add(accountId, bytes);
    return () => {
      this.#add(accountId, -bytes);
      this.#line.end(accountId);
      this.#fill();
    };
  }

  #add(accountId: string, bytes: number): void {
    this.#all += bytes;
    const left = (this.#ofAccounts.get(accountId) ?? 0) + bytes;
    if (left > 0) this.#ofAccounts.set(accountId, left);
    else this.#ofAccounts.delete(accountId);
  }

  #fitsAccount(accountId: string, bytes: number): boolean {
    const held = this.#ofAccounts.get(accountId) ?? 0;
    return held === 0 || held + bytes <= MOST_BYTES.ofAccount;
  }

  #fitsAll(bytes: number): boolean {
    return this.#all === 0 || this.#all + bytes <= MOST_BYTES.all;
  }
}
