import { recordAudit } from '@/lib/server/audit/record-audit';
import { runningOverlap } from '@/lib/server/auth/key-status';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { authorize, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { conflict, forbidden } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { rotationInput } from '@/lib/validation/api-keys';
import type { ApiKey } from '@/prisma/generated/prisma/client';
import {
  assertActive,
  assertGrantable,
  assertPresentSecret,
  findApiKey,
  keyEtag,
  type OwnedKey,
  previousSecretUse,
  withOwner,
} from './find-api-key';

interface Rotation {
  /** Of the key as last read, so that a secret that another person has just created isn't ended unseen. */
  etag?: string | null;
  /** Seconds for which the old secret keeps working; without it, the old secret stops at once. */
  grace?: number | null;
}

/**
 * Gives an active key a new secret. The old secret stops working at once, or after `grace`, but never later than the
 * key itself. A still older secret in its overlap stops at once.
 * @returns the key and its new secret, which can't be read again
 * @throws AppError FORBIDDEN for any key but itself through an API key, and through an old secret; NOT_FOUND; CONFLICT
 *   unless ACTIVE, or if it has changed; BAD_USER_INPUT for a grace out of bounds, or if the key has scopes that its
 *   owner no longer has
 */
export async function rotateApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  { etag, grace }: Rotation = {},
): Promise<{ apiKey: OwnedKey; rawKey: string }> {
  authorize(viewer, 'write');
  const overlap = parseInput(rotationInput, { grace }).grace * 1000;
  const rawKey = newApiKeySecret(ctx);
  const apiKey = await writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    assertMayRotate(viewer, id);
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const now = ctx.now();
    assertActive(key, now);
    assertGrantable(key.user, scopesOf(key));
    const hint = hintOf(rawKey);
    const worksUntil = overlap > 0 ? overlapEnd(key, now, overlap) : null;
    await recordAudit(tx, ctx, {
      action: 'api_key.rotate',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes: { hint: { from: key.hint, to: hint } },
      details: { name: key.name, ...(worksUntil && { old_secret_expires_at: worksUntil.toISOString() }) },
    });
    await keepPreviousSecret(tx, key, worksUntil);
    return tx.apiKey.update({
      where: { id: key.id },
      data: { secretHash: hashToken(rawKey), hint, updatedAt: now },
      include: withOwner,
    });
  });
  return { apiKey, rawKey };
}

/**
 * Through an API key, only that key can be rotated. So programs can rotate unattended, and revoking the key still ends
 * all access that came from it. The new secret of another key would outlive the caller's.
 * @throws AppError FORBIDDEN
 */
function assertMayRotate(viewer: Viewer, id: string): void {
  assertPresentSecret(viewer);
  if (viewer.via === 'api_key' && viewer.credentialId !== id)
    throw forbidden('An API key can rotate only itself. Sign in to rotate another one.');
}

/** The first instant at which the old secret no longer works. */
function overlapEnd({ expiresAt }: ApiKey, now: Date, overlap: number): Date {
  const end = new Date(now.getTime() + overlap);
  return expiresAt && expiresAt < end ? expiresAt : end;
}

/** Stores the key's current secret as its previous one, replacing any other. */
async function keepPreviousSecret(tx: Queries, key: ApiKey, expiresAt: Date | null): Promise<void> {
  const { id: apiKeyId, secretHash, hint } = key;
  await tx.previousSecret.deleteMany({ where: { apiKeyId } });
  if (expiresAt) await tx.previousSecret.create({ data: { apiKeyId, secretHash, hint, expiresAt } });
}

/**
 * Ends the overlap of a rotated key early: the secret from before the last rotation stops working at once.
 * @param etag of the key as last read, so that only the secret that the caller knows about ends
 * @throws AppError NOT_FOUND; CONFLICT if no old secret works, or if the key has changed
 */
export async function endPreviousSecret(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write');
  return writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    assertPresentSecret(viewer);
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const previous = runningOverlap(key.previousSecret, ctx.now());
    if (!previous) throw conflict('This key has no old secret that still works.');
    await recordAudit(tx, ctx, {
      action: 'api_key.end_previous_secret',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      details: { name: key.name, hint: previous.hint, calls: previousSecretUse(ctx, previous).calls },
    });
    await tx.previousSecret.delete({ where: { apiKeyId: key.id } });
    return { ...key, previousSecret: null };
  });
}
