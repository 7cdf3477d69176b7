import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '@/lib/engine/expressions/expressions';
import { AccountLine } from '@/lib/server/queue/account-line';
import type { Answer, Report, WorkLimits } from './evaluation';

/** How long (ms) a process may take until it can work, on a machine that is busy. */
const startTimeout = 30_000;
/** What a process gets (ms) on top of its limit, which it keeps by itself unless it is in native code. */
const grace = 500;

export interface Evaluators<Work> {
  /** Works in a process of its own. What is aborted meanwhile rejects at once, with the signal's reason. */
  run(work: Work, caller: Caller): Promise<Answer>;
  /** Ends the processes. What is under way or waiting fails. */
  close(): void;
}

interface Options {
  /** The file in this folder that serves work, without its ending. */
  program: 'plan-program' | 'evaluate-program' | 'read-program';
  processes: number;
  /** How many of them one account has at once; all if left out. */
  mostOfAccount?: number;
  limits: WorkLimits;
}

interface Job {
  work: unknown;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * Processes that work on what callers write, for which accounts take turns. Each is started when it is first needed, and
 * replaced when it passes its limits. They are processes because a thread that needs too much memory at once takes the whole server with it.
 */
export function openEvaluators<Work>({ processes, mostOfAccount, ...options }: Options): Evaluators<Work> {
  const line = new AccountLine<Job>(mostOfAccount);
  const idle: Evaluator[] = [];
  const all = new Set<Evaluator>();
  let isClosed = false;

  function proceed(): void {
    while (idle.length > 0 || all.size < processes) {
      const job = line.next();
      if (!job) return;
      if (isClosed) job.reject(closed());
      else (idle.pop() ?? start()).take(job);
    }
  }

  function start(): Evaluator {
    const evaluator = new Evaluator(options, {
      onIdle: () => {
        idle.push(evaluator);
        proceed();
      },
      onEnd: () => {
        all.delete(evaluator);
        if (idle.includes(evaluator)) idle.splice(idle.indexOf(evaluator), 1);
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
          resolve: (answer) => {
            end();
            resolve(answer);
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
    close() {
      isClosed = true;
      for (let job = line.next(); job; job = line.next()) job.reject(closed());
      for (const evaluator of all) evaluator.end();
    },
  };
}

const closed = () => new Error('The evaluation is closed.');

/** One process, and what it is doing. */
class Evaluator {
  readonly #limits: WorkLimits;
  readonly #child: ChildProcess;
  readonly #events: { onIdle: () => void; onEnd: () => void };
  #job: Job | null = null;
  #state: 'starting' | 'ready' | 'ending' = 'starting';
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(options: Omit<Options, 'processes'>, events: { onIdle: () => void; onEnd: () => void }) {
    this.#events = events;
    this.#limits = options.limits;
    this.#child = startProgram(options);
    this.#endAfter(startTimeout);
    this.#child.on('message', (message) => this.#onReport(message as Report));
    this.#child.once('error', () => this.#onEnd(null));
    this.#child.once('exit', (_code, signal) => this.#onEnd(signal));
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
    this.#endAfter(this.#limits.milliseconds + grace);
    try {
      // If the process has ended meanwhile, its exit is about to be told.
      this.#child.send(work as Serializable, () => {});
    } catch (error) {
      // Values that nest too deeply can't be copied, nor what isn't JSON.
      const outcome = error instanceof RangeError ? ({ passed: 'depth' } as const) : (error as Error);
      // Later, since settling takes the next job.
      queueMicrotask(() => this.#settle(outcome, true));
    }
  }

  #onReport(report: Report): void {
    if (report !== 'ready') this.#settle(report.answer, report.isReady);
    else if (this.#state === 'starting') this.#onStarted();
    else this.#events.onIdle();
  }

  #onStarted(): void {
    this.#state = 'ready';
    if (this.#job) this.#send(this.#job);
  }

  #settle(outcome: Answer | Error, isReady: boolean): void {
    clearTimeout(this.#timer);
    if (outcome instanceof Error) this.#job?.reject(outcome);
    else this.#job?.resolve(outcome);
    this.#job = null;
    // A process that waits doesn't keep its parent from ending.
    this.#child.unref();
    this.#child.channel?.unref();
    // One that is late is ending, whether or not it has answered after all.
    if (isReady && !this.#isLate) this.#events.onIdle();
  }

  /** @param signal that ended it: of this process, or of V8 when memory ran out; null if it ended by itself */
  #onEnd(signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = null;
    if (job) {
      if (this.#state === 'ending') job.reject(closed());
      else if (this.#state === 'starting' || !signal)
        job.reject(new Error('A process that evaluates and reads has failed.'));
      else job.resolve({ passed: this.#isLate ? 'time' : 'memory' });
    }
    this.#events.onEnd();
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#child.kill('SIGKILL');
    }, milliseconds);
  }
}

/**
 * Starts a program: the bundled one beside the bundle of the server, else its source. It gets nothing of this process's
 * environment, and can make no code from text. Not by `fork`, in which Next's bundler looks for a module.
 */
function startProgram({ program: name, limits }: Omit<Options, 'processes'>): ChildProcess {
  const here = fileURLToPath(import.meta.url);
  const folder = path.dirname(here);
  const isBundled = path.extname(here) === '.mjs';
  const program = isBundled
    ? [path.join(folder, `${name}.mjs`)]
    : ['--import', 'tsx', path.join(folder, `${name}.ts`)];
  const options = [
    `--max-old-space-size=${limits.mebibytes}`,
    '--expose-gc',
    '--disallow-code-generation-from-strings',
  ];
  return spawn(process.execPath, [...options, ...program, String(limits.milliseconds)], {
    // tsx is found from the project folder.
    cwd: isBundled ? folder : path.resolve(folder, '../../..'),
    env: { NODE_ENV: process.env.NODE_ENV },
    serialization: 'advanced',
    // V8 writes a report when memory runs out, which isn't the server's.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
