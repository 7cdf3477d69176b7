import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { AppError } from '@/lib/server/errors';

/** Questions to the person at a terminal. Ctrl-C and Ctrl-D end them all. */
export class Terminal {
  readonly #output: Writable;
  readonly #lines;
  readonly #ended: Promise<never>;
  #hidden = false;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#hidden) output.write(chunk);
        done();
      },
    });
    this.#lines = createInterface({ input, output: echo, terminal: true });
    this.#ended = new Promise((_resolve, reject) => {
      this.#lines.once('close', () => reject(new AppError('BAD_USER_INPUT', 'Nothing was created.')));
    });
    this.#ended.catch(() => {});
  }

  /**
   * Asks until the answer is accepted.
   * @param accept throws an AppError that says what is wrong
   * @throws AppError when the person ends the input
   */
  async ask<T>(
    question: string,
    accept: (answer: string) => T,
    { hidden = false }: { hidden?: boolean } = {},
  ): Promise<T> {
    for (;;) {
      const answer = await Promise.race([this.#answer(question, hidden), this.#ended]);
      try {
        return accept(answer);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.#output.write(`${error.message}\n`);
      }
    }
  }

  async #answer(question: string, hidden: boolean): Promise<string> {
    if (!hidden) return this.#lines.question(question);
    this.#output.write(question);
    this.#hidden = true;
    try {
      return await this.#lines.question('');
    } finally {
      this.#hidden = false;
      this.#output.write('\n');
    }
  }

  close(): void {
    this.#lines.close();
  }
}
