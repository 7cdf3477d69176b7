import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import type { Caller } from '@/lib/engine/text-worker';
import { FairQueue } from '@/lib/server/runtime/fair-queue';
import type { Report, WorkLimits, WorkResult } from './evaluation';
import { type Program, programCommand } from './program-command';

/**
 * How long (ms) a process may take to start, and for one piece of work. It only ends processes that hang. A process
 * limits its processor time itself, and on a busy machine it may wait for a processor for most of this time.
 */
const hangTimeout = 10 * 60_000;
/** How long (ms) a process stays without work, unless it's the only one. */
const idleTimeout = 60_000;

export interface Evaluators<Work> {
  /** Works in a process of its own. Rejects with the signal's reason as soon as it is aborted. */
  run(work: Work, caller: Caller): Promise<WorkResult>;
  /** The current processes. */
  readonly processIds: readonly number[];
  /** Ends the processes. Running and waiting work fails. */
  close(): void;
}

/**
 * The most processes of a pool. An account has one of them at a time, and the system slices the processors among them.
 * So two accounts never delay a third, however long their work takes. Stopping and continuing processes would give the
 * same turns, but a stopped process keeps its memory, and it's memory that bounds their number. One process
 * evaluates thousands of small templates per second, about as many as the server can send it.
 */
const mostProcesses = 3;

interface Options {
  program: Program;
  limits: WorkLimits;
}

interface Job {
  work: unknown;
  resolve: (result: WorkResult) => void;
  reject: (error: Error) => void;
}

/**
 * Processes that work on callers' texts, for which accounts take turns. Each is started when it is first needed,
 * replaced when it passes its limits, and ended after a time without work, except for the last. They are processes
 * because a thread that needs too much memory at once takes the whole server with it.
 */
export function openEvaluators<Work>(options: Options): Evaluators<Work> {
  const line = new FairQueue<Job>(1);
  const idle: Evaluator[] = [];
  const all = new Set<Evaluator>();
  let isClosed = false;

  function proceed(): void {
    while (idle.length > 0 || all.size < mostProcesses) {
      const job = line.next();
      if (!job) return;
      if (isClosed) job.reject(closed());
      else (idle.pop() ?? start()).take(job);
    }
  }

  function start(): Evaluator {
    const leaveIdle = () => {
      if (idle.includes(evaluator)) idle.splice(idle.indexOf(evaluator), 1);
    };
    const evaluator = new Evaluator(options, {
      onIdle: () => {
        idle.push(evaluator);
        proceed();
      },
      onUnused: () => {
        if (all.size === 1) return;
        all.delete(evaluator);
        leaveIdle();
        evaluator.end();
      },
      onEnd: () => {
        all.delete(evaluator);
        leaveIdle();
        proceed();
      },
    });
    all.add(evaluator);
    return evaluator;
  }

  return {
    run: (work, { accountId, signal }) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closed();
        signal.throwIfAborted();
        const leave = () => {
          line.remove(accountId, job);
          reject(signal.reason);
        };
        const end = () => {
          line.end(accountId);
          signal.removeEventListener('abort', leave);
        };
        const job: Job = {
          work,
          resolve: (result) => {
            end();
            resolve(result);
          },
          reject: (error) => {
            end();
            reject(error);
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        line.add(accountId, job);
        proceed();
      }),
    get processIds() {
      return [...all].flatMap(({ pid }) => pid ?? []);
    },
    close() {
      isClosed = true;
      for (let job = line.next(); job; job = line.next()) job.reject(closed());
      for (const evaluator of all) evaluator.end();
    },
  };
}

const closed = () => new Error('The evaluation is closed.');

interface EvaluatorEvents {
  /** It can take work. */
  onIdle(): void;
  /** It has been idle for long. */
  onUnused(): void;
  onEnd(): void;
}

/** One process and its current work. */
class Evaluator {
  readonly #child: ChildProcess;
  readonly #events: EvaluatorEvents;
  #job: Job | null = null;
  #state: 'starting' | 'ready' | 'ending' = 'starting';
  #timer: NodeJS.Timeout | undefined;
  #hangs = false;

  constructor(options: Options, events: EvaluatorEvents) {
    this.#events = events;
    this.#child = startProgram(options);
    this.#endIfItHangs();
    this.#child.on('message', (message) => this.#onReport(message as Report));
    this.#child.once('error', () => this.#onEnd(null));
    this.#child.once('exit', (_code, signal) => this.#onEnd(signal));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  take(job: Job): void {
    this.#job = job;
    this.#child.ref();
    this.#child.channel?.ref();
    if (this.#state === 'ready') this.#send(job);
  }

  end(): void {
    this.#state = 'ending';
    this.#child.kill('SIGKILL');
  }

  #send({ work }: Job): void {
    this.#endIfItHangs();
    try {
      // If the process has ended, its exit event follows.
      this.#child.send(work as Serializable, () => {});
    } catch (error) {
      // Values that nest too deeply can't be copied, nor can values that aren't JSON.
      const outcome = error instanceof RangeError ? ({ passed: 'depth' } as const) : (error as Error);
      // Later, since settling takes the next job.
      queueMicrotask(() => this.#settle(outcome, true));
    }
  }

  #onReport(report: Report): void {
    if (report !== 'ready') this.#settle(report.result, report.isReady);
    else if (this.#state === 'starting') this.#onStarted();
    else this.#becomeIdle();
  }

  #onStarted(): void {
    this.#state = 'ready';
    if (this.#job) this.#send(this.#job);
  }

  #settle(outcome: WorkResult | Error, isReady: boolean): void {
    clearTimeout(this.#timer);
    if (outcome instanceof Error) this.#job?.reject(outcome);
    else this.#job?.resolve(outcome);
    this.#job = null;
    if (isReady) this.#becomeIdle();
  }

  #becomeIdle(): void {
    // A process that hung is ending, even if it has sent its result after all.
    if (this.#hangs) return;
    // A waiting process doesn't keep its parent from ending. A process that prepares for the next job does.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#timer = setTimeout(() => this.#events.onUnused(), idleTimeout).unref();
    this.#events.onIdle();
  }

  /**
   * @param signal that ended it: of this process, of its watchdog, or of V8 when memory ran out; null if it ended by
   *   itself
   */
  #onEnd(signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = null;
    if (job) {
      if (this.#state === 'ending') job.reject(closed());
      else if (this.#state === 'starting' || !signal)
        job.reject(new Error('A process that evaluates and reads has failed.'));
      else job.resolve({ passed: this.#hangs || signal === 'SIGVTALRM' ? 'time' : 'memory' });
    }
    this.#events.onEnd();
  }

  #endIfItHangs(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#hangs = true;
      this.#child.kill('SIGKILL');
    }, hangTimeout);
  }
}

/**
 * Starts a program. It gets nothing of this process's environment, and can make no code from text. Not by `fork`, in
 * which Next's bundler looks for a module.
 */
function startProgram({ program, limits }: Options): ChildProcess {
  const { args, cwd } = programCommand(program);
  const options = [
    `--max-old-space-size=${limits.mebibytes}`,
    '--expose-gc',
    '--disallow-code-generation-from-strings',
  ];
  return spawn(process.execPath, [...options, ...args, String(limits.milliseconds)], {
    cwd,
    env: { NODE_ENV: process.env.NODE_ENV },
    serialization: 'advanced',
    // V8 writes a report when memory runs out, which isn't the server's.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
