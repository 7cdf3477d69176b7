import { assertOwnAccount } from '@/lib/server/account/find-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { ServerContext } from '@/lib/server/runtime/context';
import { webhookSecretHint } from '@/lib/server/webhooks/sign-message';
import { addSecret, sealedSecret } from '@/lib/server/webhooks/webhook-secrets';
import type { WebhookSecret } from '@/prisma/generated/prisma/client';

/** A webhook secret as its admins see it. */
export interface SecretView extends Pick<WebhookSecret, 'createdAt'> {
  /** Null if it was encrypted under another SECRETS_KEY. */
  hint: string | null;
  /** Until when the one before it signs too; null if none does. */
  previousExpiresAt: Date | null;
}

/**
 * The secret that signs the account's callbacks.
 * @returns null if nothing was signed yet
 * @throws AppError NOT_FOUND for another account
 */
export async function getWebhookSecret(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<SecretView | null> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const secrets = await ctx.db.prisma.webhookSecret.findMany({ where: { accountId } });
  const newest = secrets.find(({ expiresAt }) => expiresAt === null);
  if (!newest) return null;
  const secret = await ctx.keys.open('webhook secrets', newest.sealed, accountId);
  const now = ctx.now();
  const previous = secrets.find(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  return {
    createdAt: newest.createdAt,
    hint: secret === null ? null : webhookSecretHint(secret),
    previousExpiresAt: previous?.expiresAt ?? null,
  };
}

/**
 * Makes the account's first webhook secret, or the next one. The one before it signs too for a day; older ones end.
 * @returns the secret, which can't be read again
 * @throws AppError NOT_FOUND for another account; FORBIDDEN, also through an API key
 */
export async function rotateWebhookSecret(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<{ secret: SecretView; rawSecret: string }> {
  authorize(viewer, 'admin:session');
  assertOwnAccount(viewer, accountId);
  const made = await sealedSecret(ctx, accountId);
  const { createdAt, previousExpiresAt } = await writeAs(ctx, viewer, 'admin:session', (tx, viewer) =>
    addSecret(tx, ctx, accountId, made, viewer),
  );
  const hint = webhookSecretHint(made.secret);
  return { secret: { createdAt, hint, previousExpiresAt }, rawSecret: made.secret };
}
