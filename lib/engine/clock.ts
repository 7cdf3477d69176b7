/** The time as the engine sees it, so that tests can simulate hours in milliseconds. */
export interface Clock {
  /** The wall clock: milliseconds since the Unix epoch, for moments that are stored. It jumps if the system's clock is set. */
  now(): number;
  /**
   * Milliseconds since an arbitrary moment, as fractions. It never jumps, so it measures all durations, waits, and
   * deadlines of a process; other processes can't read anything from it.
   */
  elapsed(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason once it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
