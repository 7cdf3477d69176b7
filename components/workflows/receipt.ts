import type { StatusTone } from '@/components/ui/status-mark';
import { formatPrice } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { isCall, type Job, type JobAttempt, type JobStep } from './job';
import { formatCost, formatDuration } from './measures';

/** One attempt in words. Models and codes are between backticks. */
export interface ReceiptEntry {
  number: number;
  tone: StatusTone;
  sentence: string;
  attempt: JobAttempt;
}

type PricedStep = Pick<JobStep, 'status'>;

/** The models of a step. */
export interface StepModels {
  /** The model that served the step; until one has, the last called model. */
  model: string | null;
  /** The others that were called, in order. */
  tried: string[];
  /** Models that were never called, because they couldn't be. */
  passedOver: string[];
  /** The model that was chosen first, if another one is in `model`. */
  firstChoice: string | null;
}

export function stepModels(
  { model: served, fallbacks }: Pick<JobStep, 'model' | 'fallbacks'>,
  attempts: readonly Pick<JobAttempt, 'model' | 'outcome'>[],
): StepModels {
  const called = attempts.filter(isCall).map(({ model }) => model);
  const model = served ?? called.at(-1) ?? null;
  const tried = served === null ? unique(called).filter((one) => one !== model) : fallbacks;
  const passedOver = unique(attempts.map((attempt) => attempt.model)).filter(
    (one) => one !== model && !called.includes(one),
  );
  const first = attempts[0]?.model ?? null;
  return { model, tried, passedOver, firstChoice: first === model ? null : first };
}

const unique = (models: readonly string[]): string[] => [...new Set(models)];

/** Whether the next call began after the back-off of a failed one: a model is called at once if nothing is awaited. */
export const hasWaited = (
  { retryAt }: Pick<JobAttempt, 'retryAt'>,
  next: Pick<JobAttempt, 'startedAt'>,
): boolean => retryAt !== null && Number(next.startedAt) >= Number(retryAt);

/**
 * The attempts of a step as sentences, in order.
 * @param now epoch milliseconds, for a call under way
 */
export const stepReceipt = (step: PricedStep, attempts: readonly JobAttempt[], now: number): ReceiptEntry[] =>
  attempts.map((attempt, index) => {
    const later = attempts.slice(index + 1);
    const { tone, words } = outcomeOf(attempt, { isLast: !later.some(isCall), step, now });
    return {
      number: attempt.number,
      tone,
      sentence: `\`${attempt.model}\` ${words}${calledAgain(attempt, later, step)}.`,
      attempt,
    };
  });

interface Place {
  step: PricedStep;
  /** Whether no model was called after it. */
  isLast: boolean;
  now: number;
}

function outcomeOf(attempt: JobAttempt, { isLast, step, now }: Place): { tone: StatusTone; words: string } {
  const { outcome, milliseconds, startedAt } = attempt;
  const time = milliseconds === null ? null : formatDuration(milliseconds);
  switch (outcome) {
    case 'PASSED_OVER':
      return { tone: 'off', words: "was passed over and wasn't called" };
    case 'RUNNING':
      return {
        tone: 'soon',
        words: `was called ${formatDuration(now - Number(startedAt))} ago, and hasn't finished`,
      };
    case 'LOST':
      return { tone: 'bad', words: "was called, and the server's process ended during the call" };
    case 'CANCELED':
      // If the job continues after it, the job wasn't canceled: its process ended in order.
      return isLast && step.status === 'CANCELED'
        ? { tone: 'off', words: `was canceled with the job${after(time)}` }
        : { tone: 'off', words: `was stopped${after(time)} because the server ended` };
    case 'ANSWERED': {
      // The step took longer than its last call.
      const isServed = isLast && step.status === 'COMPLETED';
      const words = isServed ? `served the step${inCall(time)}` : `replied${time ? ` in ${time}` : ''}`;
      return { tone: 'good', words: `${words}${firstToken(attempt)}` };
    }
    case 'FAILED':
      return { tone: 'bad', words: `${failureOf(attempt)}${after(time)}` };
  }
}

const after = (time: string | null): string => (time === null ? '' : ` after ${time}`);

/** A step takes longer than the call that serves it. */
const inCall = (time: string | null): string => (time === null ? '' : ` in a call of ${time}`);

/** `: accepted after 90 ms, first token after 340 ms` */
function firstToken({ connectMs, firstTokenMs }: JobAttempt): string {
  const moments = [
    ...(connectMs === null ? [] : [`accepted after ${formatDuration(connectMs)}`]),
    ...(firstTokenMs === null ? [] : [`first token after ${formatDuration(firstTokenMs)}`]),
  ];
  return moments.length > 0 ? `: ${moments.join(', ')}` : '';
}

/** The failure by its code. If there is a provider's status, that says it. */
const failures: Record<string, string> = {
  STEP_TIMED_OUT: 'took too long, and was stopped',
  STREAM_CUT: 'broke off in the middle of its reply',
  PROVIDER_UNAVAILABLE: "couldn't be reached, and the call failed",
  PROVIDER_REPLY_INVALID: 'sent a response in an unknown format',
  MODEL_REFUSED: 'declined the text',
  CONTEXT_EXCEEDED: "couldn't read a text of this length, and returned",
  OUTPUT_INVALID: "replied, but not in the task's shape,",
  OUTPUT_TRUNCATED: 'reached `max_tokens` before its reply could be used',
};

function failureOf({ code, status }: JobAttempt): string {
  // A stream that begins with 200 can break off, or turn out to be something else.
  if (status !== null && status >= 400 && code !== 'STREAM_CUT') return `returned HTTP ${status}`;
  return failures[code ?? ''] ?? (code === null ? 'failed' : `failed with \`${code}\``);
}

/** How a failed attempt led to the next one. */
function calledAgain(attempt: JobAttempt, later: readonly JobAttempt[], step: PricedStep): string {
  const next = later.find(isCall);
  if (next?.model !== attempt.model) return wasHeldBack(attempt, later, step) ? heldBack(attempt) : '';
  if (attempt.outcome === 'LOST')
    return `; it was called again ${formatDuration(Number(next.startedAt) - Number(attempt.startedAt))} later`;
  if (attempt.milliseconds === null || (attempt.outcome !== 'FAILED' && attempt.outcome !== 'CANCELED'))
    return '';
  // As the timeline shows it: what follows the back-off is our own time.
  const wait = waitUntil(attempt.retryAt ?? next.startedAt, attempt);
  return wait < 1 ? '; it was called again at once' : `; it was called again after ${formatDuration(wait)}`;
}

/**
 * Whether a retry was left, and only the model's breaker kept it from being called again. It's looked at after the
 * back-off, and the attempt is recorded before it. A model that is passed over after a restart has its own sentence.
 */
function wasHeldBack(attempt: JobAttempt, later: readonly JobAttempt[], { status }: PricedStep): boolean {
  if (attempt.outcome !== 'FAILED' || attempt.retryAt === null) return false;
  const next = later.find(isCall);
  const between = next ? later.slice(0, later.indexOf(next)) : later;
  if (between.some(({ model }) => model === attempt.model)) return false;
  return next ? hasWaited(attempt, next) : status === 'FAILED';
}

function heldBack(attempt: JobAttempt): string {
  const wait = waitUntil(attempt.retryAt ?? attempt.startedAt, attempt);
  const after = wait < 1 ? '' : `after a back-off of ${formatDuration(wait)}, `;
  return `; ${after}it wasn't called again: its breaker had opened`;
}

const waitUntil = (moment: string, { startedAt, milliseconds }: JobAttempt): number =>
  Number(moment) - Number(startedAt) - (milliseconds ?? 0);

const kinds = [
  ['input', 'inputTokens', 'input'],
  ['cachedInput', 'cachedInputTokens', 'cached input'],
  ['cacheWrite', 'cacheWriteTokens', 'cache write'],
  ['output', 'outputTokens', 'output'],
  ['reasoning', 'reasoningTokens', 'reasoning'],
] as const;

/**
 * The tokens of an attempt and their cost: `1,204 input tokens at $2.50 and 300 output tokens at $10 per million: $0.00601`. Empty
 * for a model that wasn't called.
 */
export function attemptCost(attempt: JobAttempt): string {
  const { outcome, prices, cost, estimated } = attempt;
  if (!isCall(attempt)) return '';
  const used = kinds.flatMap(([kind, field, word]) => {
    const count = attempt[field];
    if (count === 0) return [];
    const price = prices ? ` at ${formatPrice(prices[kind])}` : '';
    return `${formatCount(count)} ${word} ${count === 1 ? 'token' : 'tokens'}${price}`;
  });
  if (used.length === 0) return cost === 0 ? 'No tokens, no cost' : `Cost ${formatCost(cost)}`;
  const tokens = new Intl.ListFormat('en-US').format(used);
  const total = cost === null ? 'cost unknown' : formatCost(cost);
  const isEstimate = estimated ? (outcome === 'RUNNING' ? 'Expected: ' : 'Estimated: ') : '';
  return `${isEstimate}${tokens}${prices ? ' per million' : ''}: ${total}`;
}

/** `$0.0021`, `unknown`, or `$0.0021 and 2 calls of unknown cost`. */
export function formatSpending({ cost, unknownCalls }: Pick<Job['spent'], 'cost' | 'unknownCalls'>): string {
  if (unknownCalls === 0) return formatCost(cost);
  const calls = formatQuantity(unknownCalls, { one: 'call', other: 'calls' });
  return cost === 0 ? `${calls} of unknown cost` : `${formatCost(cost)} and ${calls} of unknown cost`;
}
