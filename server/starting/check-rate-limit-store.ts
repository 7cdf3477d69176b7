// @ts-check

import { LockPatience } from '@/lib/server/database/lock-patience';
import { openStore } from '@/lib/server/rate-limit/open-store';
import { Stop } from '@/scripts/console/stop.mjs';

/** Other processes that start at this moment make the same file. */
const PATIENCE = 2_000;

/**
 * Opens and makes the store of the rate limits once, so that one that cannot be used is told before anybody calls.
 *
 * @param {string} url RATE_LIMIT_STORE: `file:…`, or empty
 * @throws {Stop} where it cannot be opened or written
 */
export async function checkRateLimitStore(url) {
  if (url === '') return;
  try {
    await new LockPatience(PATIENCE).untilFree(() => openStore(url).close());
  } catch (error) {
    throw new Stop(
      `The rate limits cannot be counted in ${url} (${/** @type {Error} */ (error).message}). Name a file in RATE_LIMIT_STORE that this user can write, or leave it empty.`,
    );
  }
}
