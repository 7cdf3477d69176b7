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
}
