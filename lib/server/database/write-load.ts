/** How busy the database's one writer is. */
export interface WriteLoad {
  /** How many transactions wait for their turn. */
  waiting: () => number;
  /** When the newest one was committed, on the clock of `performance.now()`. */
  committedAt: number;
  /** Called when a transaction begins, with the seconds it waited. */
  onStart: (seconds: number) => void;
  onEnd: (result: 'committed' | 'failed') => void;
}

// Kept on globalThis: the server in front of Next reads what the code that Next has bundled counts.
const holder = globalThis as { switchyardWriteLoad?: WriteLoad };
holder.switchyardWriteLoad ??= {
  waiting: () => 0,
  committedAt: Number.NEGATIVE_INFINITY,
  onStart: () => {},
  onEnd: () => {},
};

/** The write load of this process. */
export const writeLoad = holder.switchyardWriteLoad;
