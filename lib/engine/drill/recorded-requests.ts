import type { RecordedAttempt, RecordedMessage, RecordedStep } from '@/lib/engine/drill/recorded-job';
import { tokensIn } from '@/lib/engine/models/cost';
import type { CallSize } from '@/lib/engine/routing/rank-models';
import { replyBound } from '@/lib/engine/run/reply-bound';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';

/** One request of a step, such as a piece of a long text, with the attempts that were made for it. */
export interface RecordedRequest {
  /** Those with an outcome that can be repeated. */
  attempts: readonly RecordedAttempt[];
  size: CallSize;
  /** Tokens that its attempts read at most, by their providers; null if none is known. */
  readTokens: number | null;
  /** Tokens of its reply; null without one. */
  replyTokens: number | null;
  /** Between what came before it and its first attempt (ms). */
  delay: number;
}

/** Calls that ended with their process or their job say nothing about their model. */
const canRepeat = ({ outcome }: RecordedAttempt): boolean =>
  outcome === 'ANSWERED' || outcome === 'FAILED' || outcome === 'PASSED_OVER';

/** The requests of a step, in order. A reply ends a request, as in `AttemptLog`. */
export function recordedRequests(
  step: Step,
  task: Task,
  { messages, startedAt }: RecordedStep,
  attempts: readonly RecordedAttempt[],
): RecordedRequest[] {
  const groups: RecordedAttempt[][] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    if (last && last.at(-1)?.outcome !== 'ANSWERED') last.push(attempt);
    else groups.push([attempt]);
  }
  let before = startedAt ?? attempts[0]?.startedAt ?? 0;
  return groups.map((group) => {
    const read = Math.max(0, ...group.map(({ usage }) => tokensIn(usage)));
    const readTokens = read > 0 ? read : null;
    const last = group.at(-1);
    const delay = Math.max(0, (group[0]?.startedAt ?? before) - before);
    before = (last?.startedAt ?? before) + (last?.milliseconds ?? 0);
    return {
      attempts: group.filter(canRepeat),
      size: sizeOf(step, task, promptOf(messages, group) ?? { prompt: read, text: read }),
      readTokens,
      replyTokens: last?.outcome === 'ANSWERED' ? last.usage.output : null,
      delay,
    };
  });
}

/** The estimated tokens of a prompt and of its text, as they were before the first call; null if it wasn't kept. */
function promptOf(
  messages: readonly RecordedMessage[],
  group: readonly RecordedAttempt[],
): { prompt: number; text: number } | null {
  const first = group.find(({ outcome }) => outcome !== 'PASSED_OVER');
  const own = messages.filter(({ number }) => number === first?.number);
  const text = own.at(-1);
  if (!first || !text) return null;
  // The pieces of a text have the same instructions, which were kept once.
  const shared = messages.filter(({ number, role }) => role === 'system' && number < first.number);
  const hasOwn = own.some(({ role }) => role === 'system');
  const sent = hasOwn ? own : [...shared.slice(0, 1), ...own];
  return { prompt: sent.reduce((sum, { tokens }) => sum + tokens, 0), text: text.tokens };
}

function sizeOf(step: Step, task: Task, { prompt, text }: { prompt: number; text: number }): CallSize {
  const bound = replyBound(step, task, text);
  return {
    promptTokens: prompt,
    ...bound,
    usualTokens: Math.min(bound.maxTokens, task.usualTokens(text, step.options)),
  };
}
