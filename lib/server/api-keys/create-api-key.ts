import type { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { endOfDay } from '@/lib/rules/day';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { assertOwnAccount, authorize, scopeColumns, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { badInput, conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import { newApiKeyInput } from '@/lib/validation/api-keys';
import { assertGrantable, type OwnedKey } from './find-api-key';
import { nameColumns } from './update-api-key';

interface KeyOwner {
  /** The caller by default. */
  userId?: string | null;
  accountId?: string | null;
}

/**
 * Creates a key for the caller or, as an admin, for another user of the account. It requires a session: a key created
 * through another key would outlive it. If the scopes have no flags, the key gets the owner's read and write scopes. It
 * expires at the end of the given UTC day.
 * @returns the key and its secret, which can't be read again
 * @throws AppError FORBIDDEN, also through an API key; NOT_FOUND; BAD_USER_INPUT, also if the flags grant nothing;
 *   CONFLICT if the owner is disabled or has the maximum number of keys
 */
export async function createApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  { userId, accountId }: KeyOwner,
  input: z.input<typeof newApiKeyInput>,
): Promise<{ apiKey: OwnedKey; rawKey: string }> {
  const forOther = userId != null && userId !== viewer.user.id;
  const access = forOther ? 'admin:session' : 'write:session';
  authorize(viewer, access);
  if (accountId != null) assertOwnAccount(viewer, accountId);
  const fields = parseInput(newApiKeyInput, input);
  const expiresAt = expiryOf(fields.expires_at, ctx.now());
  const rawKey = newApiKeySecret(ctx);
  const apiKey = await writeAs(ctx, viewer, access, async (tx, viewer) => {
    const owner = await findUser(tx, viewer.accountId, userId ?? viewer.user.id);
    if (owner.status !== 'ACTIVE') throw conflict('This user is disabled. Enable the user first.');
    await assertRoomForKey(tx, owner.id);
    const scopes = fields.scopes ?? { read: owner.scopeRead, write: owner.scopeWrite, admin: false };
    assertGrantable(owner, scopes);
    const now = ctx.now();
    const created = await tx.apiKey.create({
      data: {
        id: newId(ctx, 'apiKey'),
        accountId: owner.accountId,
        userId: owner.id,
        ...nameColumns(fields.name),
        hint: hintOf(rawKey),
        secretHash: hashToken(rawKey),
        status: 'ACTIVE',
        ...scopeColumns(scopes),
        expiresAt,
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'api_key.create',
      actor: viewer,
      accountId: owner.accountId,
      entityId: created.id,
      details: {
        owner_id: owner.id,
        name: fields.name,
        hint: created.hint,
        scopes: { ...scopes },
        expires_at: fields.expires_at ?? null,
      },
    });
    return { ...created, user: owner, previousSecret: null };
  });
  return { apiKey, rawKey };
}

async function assertRoomForKey(tx: Queries, userId: string): Promise<void> {
  const { max } = limits.apiKeysOfUser;
  if ((await tx.apiKey.count({ where: { userId } })) < max) return;
  throw conflict(`A user can have ${max} API keys at most. Delete an unused one first.`);
}

function expiryOf(day: string | null | undefined, now: Date): Date | null {
  if (day == null) return null;
  const end = endOfDay(day);
  if (end <= now) throw badInput({ expires_at: 'The expiry date has passed. Choose today or a later day.' });
  return end;
}
