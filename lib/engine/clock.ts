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

/**
 * The `sleep` of a clock that runs by the system's timers. Each call of a model ends its watch by an abort. For each,
 * `setTimeout` of timers/promises would make an error of its own, with a stack.
 */
export function systemSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
