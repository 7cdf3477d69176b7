interface Waiting {
  label: string;
  pass(): void;
}

/** Holds calls until a test lets them pass. */
export class Gate {
  readonly #waiting = new Set<Waiting>();
  #isOpen = false;

  /** Labels of what waits, in the order of arrival. */
  get waiting(): string[] {
    return [...this.#waiting].map(({ label }) => label);
  }

  /** Resolves once the gate lets it pass; rejects with the signal's reason if that comes first. */
  pass(label: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      const pass = () => {
        this.#waiting.delete(waiting);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { label, pass };
      if (signal.aborted) reject(signal.reason);
      else if (this.#isOpen) resolve();
      else {
        this.#waiting.add(waiting);
        signal.addEventListener('abort', leave, { once: true });
      }
    });
  }

  /** Lets one pass. @param place in the order of arrival, counted around */
  letPass(place: number): void {
    const all = [...this.#waiting];
    all[place % all.length]?.pass();
  }

  /** Lets everything pass from now on. */
  open(): void {
    this.#isOpen = true;
    for (const waiting of [...this.#waiting]) waiting.pass();
  }

  /** Holds what comes from now on. */
  close(): void {
    this.#isOpen = false;
  }
}
