import { type Cipheriv, createCipheriv, createHash } from 'node:crypto';

const POOL_BYTES = 16 * 1024;

/** Chance that repeats itself: the same name gives the same bytes (an AES keystream) and numbers. For demo data only. */
export class SeededRandom {
  readonly #keystream: Cipheriv;
  #pool = Buffer.alloc(0);
  #used = 0;

  constructor(name: string) {
    this.#keystream = createCipheriv(
      'aes-256-ctr',
      createHash('sha256').update(name).digest(),
      Buffer.alloc(16),
    );
  }

  /** @param size at most 16 KiB */
  bytes(size: number): Buffer {
    if (this.#used + size > this.#pool.length) {
      this.#pool = this.#keystream.update(Buffer.alloc(POOL_BYTES));
      this.#used = 0;
    }
    this.#used += size;
    return this.#pool.subarray(this.#used - size, this.#used);
  }

  /** Even, from 0 up to but not including 1. */
  fraction(): number {
    return this.bytes(4).readUInt32LE() / 2 ** 32;
  }

  /** Even, between two bounds. */
  between(low: number, high: number): number {
    return low + (high - low) * this.fraction();
  }

  /** An index, each as likely as its weight. */
  weighted(weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let left = this.fraction() * total;
    const index = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return index === -1 ? weights.length - 1 : index;
  }
}
