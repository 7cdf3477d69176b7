/** The server takes no more calls for now. Its message is the server's own, a sentence for people. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';

  constructor(
    message: string,
    /** Seconds until the next call is worth it. */
    readonly retryAfter: number,
  ) {
    super(message);
  }
}
