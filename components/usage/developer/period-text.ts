import { dayRange } from '@/components/usage/range-text';
import type { DaySpan } from '@/components/usage/usage-day';

/**
 * A change and what it is counted from: `+6.2% from 1134`. Where there is no change to name, what there was in the
 * days beside: `0 in those days`.
 */
export const besides = (change: string | null, before: string): string =>
  change === null ? `${before} in those days` : `${change} from ${before}`;

/** What the month is counted over and against: `Nov 1 – Nov 21, 2026, today so far, beside Oct 1 – Oct 21, 2026`. */
export const monthSentence = (month: DaySpan, previous: DaySpan): string =>
  `${dayRange(month)}, today so far, beside ${dayRange(previous)}`;
