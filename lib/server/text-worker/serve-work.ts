import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Report, WorkResult } from './evaluation';

interface Service<Work> {
  /** Its result, or a promise of it. */
  do(work: Work): unknown;
  /** The result for an error that is the work's own fault; null for other errors. */
  failureOf(error: unknown): WorkResult | null;
  /** Mebibytes: somewhat more than the program's modules need. */
  cleanHeap: number;
}

/**
 * Does the work that the parent of this process (evaluators.ts) sends, one piece at a time, each within the processor
 * time of the command line. The process ends with its parent, and leaves signals to it: Ctrl-C reaches the whole group,
 * and a server that closes still finishes its steps.
 */
export async function serveWork<Work>(service: Service<Work>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  // Work that runs away doesn't compete with the server for a processor.
  setPriority(10);
  // If Linux runs out of memory, it ends this process rather than the server. Other systems have no such file.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  const watchdog = await openWatchdog(Number(process.argv[2]));

  const resultOf = async (work: Work): Promise<WorkResult> => {
    try {
      return { value: await service.do(work) };
    } catch (error) {
      const result = service.failureOf(error);
      if (result) return result;
      throw error;
    }
  };

  process.on('message', async (work: Work) => {
    watchdog.begin();
    const result = await resultOf(work);
    if (!watchdog.end()) return;
    const isReady = getHeapStatistics().used_heap_size <= service.cleanHeap * 1024 * 1024;
    report({ result, isReady });
    if (isReady) return;
    // Garbage of one piece of work isn't counted against the next.
    globalThis.gc?.();
    report('ready');
  });
  report('ready');
}

function report(what: Report): void {
  process.send?.(what);
}

/** Limits the processor time of the work of this process, one piece at a time. */
interface Watchdog {
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
async function openWatchdog(milliseconds: number): Promise<Watchdog> {
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
