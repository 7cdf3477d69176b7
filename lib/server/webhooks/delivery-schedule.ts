import type { CallbackErrorCode } from '@/lib/config/callback-errors';
import type { Outcome } from '@/lib/server/webhooks/post-message';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long (ms) before each try of a callback, from the one before it. */
export const delays: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
];
/** How much a delay varies, so that callbacks that failed together don't come back together. */
const JITTER = 0.1;
/** How long (ms) a receiver may put a try off. */
const LONGEST_RETRY_AFTER = 10 * HOUR;

/** A callback's next step after a try. */
export interface NextStep {
  state: 'DELIVERED' | 'FAILED' | 'PENDING';
  nextAt: Date | null;
  /** Why it was given up. */
  code: CallbackErrorCode | null;
}

/**
 * The next step after a try.
 * @param tries with this one
 * @param random 0 to 1
 */
export function nextStep({ code, retryAfter }: Outcome, tries: number, now: Date, random: number): NextStep {
  if (code === null) return { state: 'DELIVERED', nextAt: null, code: null };
  const delay = delays[tries];
  const isFinal = code === 'CALLBACK_GONE' || code === 'CALLBACK_ADDRESS_REFUSED';
  if (isFinal || delay === undefined) return { state: 'FAILED', nextAt: null, code };
  const varied = delay * (1 - JITTER + 2 * JITTER * random);
  const wait = Math.max(varied, Math.min(LONGEST_RETRY_AFTER, retryAfterMs(retryAfter, now)));
  return { state: 'PENDING', nextAt: new Date(now.getTime() + Math.round(wait)), code: null };
}

/** Of seconds or a date; 0 for anything else. */
function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
