import { revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';
import { keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

/** A key that an attacker found, or the secret that it had before its last rotation. */
export interface FoundKey {
  id: string;
  owner: User;
  secret: string;
  /** When an old secret stops working; null for a key's current secret. */
  overlapEnds: Date | null;
}

const OVERLAP = 3_600;

type Scopes = Parameters<typeof keyOf>[2];

/** Gives the other people sessions and strong keys, and Acme's admin and developer keys in every state. */
export async function addWaysIn(ctx: ServerContext, { users, strangers }: TestWorld): Promise<void> {
  for (const owner of [users.secondAdmin, strangers.admin]) {
    await sessionToken(ctx, owner);
    await keyOf(ctx, owner, ['read', 'write', 'admin']);
  }
  for (const owner of [users.admin, users.developer]) {
    const all: Scopes = owner.role === 'ADMIN' ? ['read', 'write', 'admin'] : ['read', 'write'];
    await sessionToken(ctx, owner);
    await keyOf(ctx, owner, ['read']);
    await findOldSecret(ctx, owner, all);
    const revoked = await keyOf(ctx, owner, all);
    await revokeApiKey(ctx, operatorViewer(owner), revoked.apiKey.id);
    const { id } = (await keyOf(ctx, owner, all)).apiKey;
    await ctx.db.write((tx) => tx.apiKey.update({ where: { id }, data: { expiresAt: ctx.now() } }));
  }
}

/** A new key of a person, in the wrong hands. */
export async function findKey(ctx: ServerContext, owner: User, scopes: Scopes): Promise<FoundKey> {
  const { apiKey, rawKey } = await keyOf(ctx, owner, scopes);
  return { id: apiKey.id, owner, secret: rawKey, overlapEnds: null };
}

/** The secret that a key had before it was rotated, while its overlap runs. */
export async function findOldSecret(ctx: ServerContext, owner: User, scopes: Scopes): Promise<FoundKey> {
  const found = await findKey(ctx, owner, scopes);
  await rotateApiKey(ctx, operatorViewer(owner), found.id, { grace: OVERLAP });
  return { ...found, overlapEnds: new Date(ctx.now().getTime() + OVERLAP * 1_000) };
}
