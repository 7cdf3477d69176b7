import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { createContext, Script } from 'node:vm';
import { decideCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem, overLimit, TemplateProblem } from '@/lib/engine/expressions/problems';
import { renderTemplate } from '@/lib/engine/expressions/template';
import { type Answer, type Evaluation, evaluationLimits, type Report } from './evaluation';

// Evaluates what its parent (evaluators.ts) sends, one at a time. It ends with its parent, and leaves signals to it:
// Ctrl-C reaches the whole group, and a server that closes still finishes its steps.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// An evaluation that runs away doesn't compete with the server for a processor.
setPriority(10);

// The only way to interrupt a loop in this thread. The script is this one call, whatever is evaluated.
const call = new Script('evaluate()');
/** Bytes: somewhat more than the modules need. */
const cleanHeap = 24 * 1024 * 1024;
const globals: { evaluate: (() => void) | undefined } = { evaluate: undefined };
const context = createContext(globals);

process.on('message', (evaluation: Evaluation) => {
  const answer = answerTo(evaluation);
  globals.evaluate = undefined;
  const isReady = getHeapStatistics().used_heap_size <= cleanHeap;
  report({ answer, isReady });
  if (isReady) return;
  // What one evaluation leaves behind isn't counted against the next.
  globalThis.gc?.();
  report('ready');
});
report('ready');

function report(what: Report): void {
  process.send?.(what);
}

function answerTo({ kind, source, scope }: Evaluation): Answer {
  let value: string | boolean = '';
  globals.evaluate = () => {
    value = kind === 'template' ? renderTemplate(source, scope) : decideCondition(source, scope);
  };
  try {
    call.runInContext(context, { timeout: evaluationLimits.milliseconds });
    return { value };
  } catch (error) {
    if (error instanceof TemplateProblem || error instanceof ConditionProblem)
      return { problem: error.message };
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { problem: overLimit.time(kind) };
    throw error;
  }
}
