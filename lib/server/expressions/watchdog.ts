import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits the processor time of the work of this process, one piece at a time. */
export interface Watchdog {
  /** Gives the work that begins now its whole limit. */
  begin(): void;
  /** Ends the watch. @returns false if the work has passed its limit: the process is about to be ended. */
  end(): boolean;
}

/** The deadline while nothing is under way. */
const idle = 0n;

/**
 * Starts a thread that ends this process by SIGVTALRM once its work has used its processor time, on all threads
 * together. The thread also ends native code and work that awaits its own promises. Wall time would fail harmless work
 * on a busy machine. SIGXCPU would fit too, but the system writes a core file for it.
 * @param milliseconds of processor time for each piece of work
 */
export async function openWatchdog(milliseconds: number): Promise<Watchdog> {
  /** Processor time (µs) of this process at which it ends, or `idle`. */
  const deadline = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  // The source, not a file: under tsx, a thread can't load TypeScript.
  const thread = new Worker(`(${watch})()`, { eval: true, workerData: deadline, execArgv: [] });
  await once(thread, 'message');
  thread.unref();
  return {
    begin() {
      const { user, system } = process.cpuUsage();
      Atomics.store(deadline, 0, BigInt(user + system + milliseconds * 1_000));
      Atomics.notify(deadline, 0);
    },
    // An exchange, so that no result leaves a process that is being ended, and no later work is ended for it.
    end: () => Atomics.exchange(deadline, 0, idle) > idle,
  };
}

/** Runs in the thread. It can use nothing of this file. */
function watch(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const deadline: BigInt64Array = workerData;
  /** Milliseconds of wall time between two looks at the processor time. */
  const interval = 20;
  parentPort?.postMessage('watching');
  for (;;) {
    Atomics.wait(deadline, 0, 0n);
    const end = Atomics.load(deadline, 0);
    const { user, system } = process.cpuUsage();
    if (BigInt(user + system) < end) Atomics.wait(deadline, 0, end, interval);
    else if (end > 0n && Atomics.compareExchange(deadline, 0, end, -1n) === end) {
      process.kill(process.pid, 'SIGVTALRM');
      return;
    }
  }
}
