import { createHash } from 'node:crypto';

/** Of the first migration for PostgreSQL. */
export const RATE_LIMIT_TABLE = 'RateLimitCounter';

/** Callers choose keys, such as email addresses: their counters have one size, and don't name them. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
