import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Answer, Report } from './evaluation';
import { openWatchdog } from './watchdog';

interface Service<Work> {
  /** Its result, or a promise of it. */
  do(work: Work): unknown;
  /** The sentence of an error that is the work's own fault; null for others. */
  answerTo(error: unknown): Answer | null;
  /** Mebibytes: somewhat more than the program's modules need. */
  cleanHeap: number;
}

/**
 * Does what the parent of this process (evaluators.ts) sends, one at a time, in the processor time that its argument
 * says. The process ends with its parent, and leaves signals to it: Ctrl-C reaches the whole group, and a server that
 * closes still finishes its steps.
 */
export async function serveWork<Work>(service: Service<Work>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  // Work that runs away doesn't compete with the server for a processor.
  setPriority(10);
  // If Linux runs out of memory, it ends this process rather than the server. Other systems have no such file.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  const watchdog = await openWatchdog(Number(process.argv[2]));

  const answerTo = async (work: Work): Promise<Answer> => {
    try {
      return { value: await service.do(work) };
    } catch (error) {
      const answer = service.answerTo(error);
      if (answer) return answer;
      throw error;
    }
  };

  process.on('message', async (work: Work) => {
    watchdog.begin();
    const answer = await answerTo(work);
    if (!watchdog.end()) return;
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
