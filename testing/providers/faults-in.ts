import { failureRules, kindWithCode } from '@/lib/engine/attempts/failures';
import type { Ran } from './loopback-world';

/** A model is called once, again as often as a step retries by default, and once more for a reply of the wrong shape. */
const MOST_CALLS_OF_A_MODEL = 1 + 2 + 1;

/**
 * What contradicts docs/engine.md ("What a failure means") in how a workflow of one step ended, and in its books;
 * nothing, if all is right.
 */
export function faultsIn({ job, attempts }: Ran): string[] {
  const [step] = job.steps;
  if (!step) return [`${job.id}: it has no step.`];
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  const last = called.at(-1);
  const faults: string[] = [];
  const claim = (isSo: boolean, otherwise: string) => {
    if (!isSo) faults.push(`${job.id}: ${otherwise}`);
  };
  const isAnswered = last?.outcome === 'ANSWERED';
  claim(
    job.status === (isAnswered ? 'COMPLETED' : 'FAILED'),
    `it ended as ${job.status} after ${last?.outcome}.`,
  );
  claim(called.filter(({ outcome }) => outcome === 'ANSWERED').length <= 1, 'it called on after an answer.');
  claim(
    called.every(({ outcome }) => outcome !== 'RUNNING' && outcome !== 'LOST'),
    'an attempt has no end.',
  );
  for (const [index, attempt] of called.entries()) {
    const kind = attempt.outcome === 'FAILED' ? kindWithCode(attempt.code) : null;
    const next = called[index + 1];
    if (!kind || !next) continue;
    const { again, next: onward } = failureRules[kind];
    const isSame = next.model === attempt.model;
    if (isSame)
      claim(again !== 'never' || kind === 'invalid' || kind === 'rejected', `${kind} was tried again.`);
    else claim(onward === 'always' || onward === 'named', `${kind} led to another model.`);
  }
  for (const model of new Set(called.map(({ model }) => model)))
    claim(
      called.filter((one) => one.model === model).length <= MOST_CALLS_OF_A_MODEL,
      `${model} was called too often.`,
    );
  if (!isAnswered && last) {
    const codes = [last.code, 'FALLBACKS_EXHAUSTED'];
    claim(codes.includes(job.error?.code ?? ''), `it failed with ${job.error?.code} after ${last.code}.`);
  }
  const cost = attempts.reduce((sum, { costNanos }) => sum + Number(costNanos), 0);
  claim(
    step.costNanos === cost && job.costNanos === cost,
    `${cost} were spent, its step says ${step.costNanos}.`,
  );
  claim(
    step.attempts === called.length,
    `${called.length} attempts were made, its step says ${step.attempts}.`,
  );
  return faults;
}
