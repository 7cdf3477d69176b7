import { hashToken } from '@/lib/server/auth/tokens';
import type { ServerContext } from '@/lib/server/runtime/context';
import { keyOf, sessionToken, type TestWorld } from './test-world';

/** Makes a new bearer token for one caller; undefined for no token. */
type CallerToken = (ctx: ServerContext, world: TestWorld) => Promise<string | undefined>;

const keyToken = async (...args: Parameters<typeof keyOf>) => (await keyOf(...args)).rawKey;

/** Every kind of caller, as the bearer token that it would send. */
export const callers = {
  anonymous: async () => undefined,
  'unknown token': async () => 'sy_session_of_nobody',
  developer: (ctx, { users }) => sessionToken(ctx, users.developer),
  'read-only developer': (ctx, { users }) => sessionToken(ctx, users.readOnly),
  admin: (ctx, { users }) => sessionToken(ctx, users.admin),
  "another account's admin": (ctx, { strangers }) => sessionToken(ctx, strangers.admin),
  'disabled user': (ctx, { users }) => sessionToken(ctx, users.disabled),
  'expired session': (ctx, { users }) => sessionToken(ctx, users.admin, ctx.now()),
  'revoked key': async (ctx, { users }) => {
    const { rawKey } = await keyOf(ctx, users.admin, ['read', 'write', 'admin']);
    await ctx.db.write((tx) =>
      tx.apiKey.update({ where: { secretHash: hashToken(rawKey) }, data: { status: 'REVOKED' } }),
    );
    return rawKey;
  },
  'expired key': async (ctx, { users }) => {
    const { rawKey } = await keyOf(ctx, users.admin, ['read', 'write', 'admin']);
    await ctx.db.write((tx) =>
      tx.apiKey.update({ where: { secretHash: hashToken(rawKey) }, data: { expiresAt: ctx.now() } }),
    );
    return rawKey;
  },
  "developer's key: read": (ctx, { users }) => keyToken(ctx, users.developer, ['read']),
  "developer's key: write": (ctx, { users }) => keyToken(ctx, users.developer, ['write']),
  "developer's key: read, write": (ctx, { users }) => keyToken(ctx, users.developer, ['read', 'write']),
  "admin's key: read, write": (ctx, { users }) => keyToken(ctx, users.admin, ['read', 'write']),
  "admin's key: admin": (ctx, { users }) => keyToken(ctx, users.admin, ['admin']),
  "admin's key: read, admin": (ctx, { users }) => keyToken(ctx, users.admin, ['read', 'admin']),
  "admin's key: write, admin": (ctx, { users }) => keyToken(ctx, users.admin, ['write', 'admin']),
} as const satisfies Record<string, CallerToken>;

export type CallerKind = keyof typeof callers;
