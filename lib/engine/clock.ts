/** The time as the engine sees it, so that tests can simulate hours in milliseconds. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason once it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
