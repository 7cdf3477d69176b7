type Listener = () => void;

/** Notifies the callers in this process that wait for a job. */
export class JobEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** @returns stops listening */
  listen(jobId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(jobId) ?? new Set();
    this.#listeners.set(jobId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(jobId);
    };
  }

  /** Whether a caller in this process waits for a job. */
  isFollowed(jobId: string): boolean {
    return this.#listeners.has(jobId);
  }

  notify(jobIds: readonly string[]): void {
    for (const id of jobIds) for (const listener of [...(this.#listeners.get(id) ?? [])]) listener();
  }

  /** Wakes all callers that wait, because the process ends. */
  notifyAll(): void {
    this.notify([...this.#listeners.keys()]);
  }

  /**
   * Resolves at the job's next change, after so many milliseconds, or once the signal is aborted.
   */
  next(jobId: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stop();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      const stop = this.listen(jobId, end);
      signal?.addEventListener('abort', end, { once: true });
      if (signal?.aborted) end();
    });
  }
}
