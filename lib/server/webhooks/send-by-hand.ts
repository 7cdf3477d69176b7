import { rateLimited } from '@/lib/server/errors';

/** Messages that an account's people send at once, of this process: each waits up to 15 seconds for a receiver. */
const MOST = 4;

const underWay = new Map<string, number>();

/**
 * Sends a message that a person asked for.
 * @throws AppError RATE_LIMITED if the account has as many under way as it may
 */
export async function sendByHand<Result>(accountId: string, send: () => Promise<Result>): Promise<Result> {
  const count = underWay.get(accountId) ?? 0;
  if (count >= MOST) throw rateLimited(5, 'messages by hand');
  underWay.set(accountId, count + 1);
  try {
    return await send();
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  }
}
