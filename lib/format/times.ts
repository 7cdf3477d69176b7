import { brand } from '@/lib/config/brand';
import { storedChoice } from './stored-choice';

/** In which time zone moments are shown: UTC, or the browser's own. */
export type Times = 'utc' | 'local';

const stored = storedChoice(brand.timesKey);

/** The person's choice in this browser; always UTC on the server. */
export const readTimes = (): Times => (stored.read() === 'local' ? 'local' : 'utc');

/** Stores the choice; every time on show, in other tabs too, follows at once. */
export const chooseTimes = (times: Times): void => stored.choose(times === 'utc' ? null : times);

/** Calls `listener` after every change of the choice, also by another tab; returns a function that stops it. */
export const subscribeTimes = stored.subscribe;
