import { fileLimiters } from '@/lib/server/rate-limit/file-limiters';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import type { MakeLimiter } from '@/lib/server/rate-limit/rate-limiter';

/**
 * Where this process counts its rate limits.
 * @param store RATE_LIMIT_STORE: `file:…`, or empty for this process's memory
 */
export const openLimiters = (store: string): { makeLimiter: MakeLimiter; close: () => void } =>
  store === '' ? { makeLimiter: memoryLimiter, close: () => {} } : fileLimiters(store);
