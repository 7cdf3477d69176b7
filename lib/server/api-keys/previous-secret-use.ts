import type { ServerContext } from '@/lib/server/runtime/context';
import type { PreviousSecret } from '@/prisma/generated/prisma/client';

interface PreviousSecretUse {
  calls: number;
  lastUsedAt: Date | null;
}

/** How much an old secret has been used since its rotation, by what is stored and what this process has not written yet. */
export function previousSecretUse(
  { previousSecretCalls }: Pick<ServerContext, 'previousSecretCalls'>,
  { secretHash, calls, lastUsedAt }: PreviousSecret,
): PreviousSecretUse {
  const more = previousSecretCalls.unwritten(secretHash);
  return more ? { calls: calls + more.calls, lastUsedAt: more.lastUsedAt } : { calls, lastUsedAt };
}
