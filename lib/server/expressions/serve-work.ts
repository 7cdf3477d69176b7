import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { createContext, Script } from 'node:vm';
import type { Answer, Report } from './evaluation';

interface Service<Work> {
  /**
   * Its result, or a promise of it. What a promise does after its first pause can't be interrupted in this process: the
   * parent ends the process if it takes too long.
   */
  do(work: Work): unknown;
  /** The sentence of an error that is the work's own fault; null for others. */
  answerTo(error: unknown): Answer | null;
  /** Mebibytes: somewhat more than the program's modules need. */
  cleanHeap: number;
}

// The only way to interrupt a loop in this thread. The script is this one call, whatever is done.
const call = new Script('work()');

/**
 * Does what the parent of this process (evaluators.ts) sends, one at a time, in the time that its argument says. The
 * process ends with its parent, and leaves signals to it: Ctrl-C reaches the whole group, and a server that closes still
 * finishes its steps.
 */
export function serveWork<Work>(service: Service<Work>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  // Work that runs away doesn't compete with the server for a processor.
  setPriority(10);
  const timeout = Number(process.argv[2]);
  const globals: { work: (() => void) | undefined } = { work: undefined };
  const context = createContext(globals);

  const answerTo = async (work: Work): Promise<Answer> => {
    let value: unknown;
    globals.work = () => {
      value = service.do(work);
    };
    try {
      call.runInContext(context, { timeout });
      return { value: await value };
    } catch (error) {
      const answer = service.answerTo(error);
      if (answer) return answer;
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { passed: 'time' };
      throw error;
    } finally {
      globals.work = undefined;
    }
  };

  process.on('message', async (work: Work) => {
    const answer = await answerTo(work);
    const isReady = getHeapStatistics().used_heap_size <= service.cleanHeap * 1024 * 1024;
    report({ answer, isReady });
    if (isReady) return;
    // What one piece of work leaves behind isn't counted against the next.
    globalThis.gc?.();
    report('ready');
  });
  report('ready');
}

function report(what: Report): void {
  process.send?.(what);
}
