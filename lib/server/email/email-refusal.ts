import { isError } from '@/lib/server/logging/plain-error';

/** An e-mail that is not taken, as EmailJS would say it: an HTTP status and a sentence of plain text. */
export class EmailRefusal extends Error {
  override readonly name = 'EmailRefusal';

  constructor(
    readonly status: 400 | 404 | 413 | 415 | 429,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Whichever copy of this module made it: the server in front and what Next has bundled have one each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isError(error) && error.name === 'EmailRefusal';
  }
}
