import { inParts, size } from '@/bench/console/big/size';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { newId } from '@/lib/server/ids';
import type { ApiKey, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Four keys a person, in the order they were made: a fifth revoked, and of the first year's a fifth expired. */
export async function addKeys(time: Timeline, users: readonly User[]): Promise<ApiKey[]> {
  const ctx = time.at(time.present);
  const begin = time.present.getTime() - size.days * DAY_MS;
  const keys = Array.from({ length: size.keys }, (_, index): ApiKey => {
    const owner = users[index % users.length];
    if (!owner) throw new Error('A key needs an owner.');
    const secret = newApiKeySecret(ctx);
    const createdAt = new Date(begin + Math.floor((index * (size.days - 1) * DAY_MS) / size.keys));
    const expires = index % 5 === 1 && index < size.keys / 2;
    return {
      id: newId(ctx, 'apiKey'),
      accountId: owner.accountId,
      userId: owner.id,
      name: index % 3 === 0 ? null : `Service ${index % 400}`,
      hint: hintOf(secret),
      secretHash: hashToken(secret),
      status: index % 5 === 0 ? 'REVOKED' : 'ACTIVE',
      scopeRead: true,
      scopeWrite: index % 2 === 0,
      scopeAdmin: false,
      expiresAt: expires ? new Date(createdAt.getTime() + 90 * DAY_MS) : null,
      lastUsedAt: index % 4 === 0 ? null : new Date(createdAt.getTime() + HOUR_MS),
      createdAt,
      updatedAt: createdAt,
    };
  });
  for (const data of inParts(keys)) await ctx.db.write((tx) => tx.apiKey.createMany({ data }));
  return keys;
}
