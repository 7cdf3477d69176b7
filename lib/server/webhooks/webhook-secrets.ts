import { DAY_MS } from '@/lib/rules/day';
import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma, type WebhookSecret } from '@/prisma/generated/prisma/client';
import { newWebhookSecret, webhookSecretHint } from './sign-message';

/** How long (ms) the earlier secret signs too after a rotation. */
const SECRET_OVERLAP = DAY_MS;

/** A secret that signs, readable. */
export interface SigningSecret extends Pick<WebhookSecret, 'id' | 'createdAt' | 'expiresAt'> {
  secret: string;
}

/** The secrets that sign an account's messages now, the newest first. Secrets under another SECRETS_KEY are omitted. */
export async function readSecrets(ctx: ServerContext, accountId: string): Promise<SigningSecret[]> {
  return opened(ctx, await readSealed(ctx, accountId));
}

/**
 * The secrets to sign with. An account without a readable one gets one, which nobody has seen: its admins see one when
 * they rotate it.
 */
export async function signingSecrets(ctx: ServerContext, accountId: string): Promise<string[]> {
  const sealed = await readSealed(ctx, accountId);
  const present = await opened(ctx, sealed);
  if (present.length > 0) return present.map(({ secret }) => secret);
  const made = await sealedSecret(ctx, accountId);
  await ctx.db.write(
    async (tx) => {
      const newest = await tx.webhookSecret.findFirst({ where: { accountId, expiresAt: null } });
      // Else another process has made one.
      if (!newest || sealed.some(({ id }) => id === newest.id))
        await addSecret(tx, ctx, accountId, made, null);
    },
    { accountId, priority: 'background' },
  );
  return (await readSecrets(ctx, accountId)).map(({ secret }) => secret);
}

const readSealed = (ctx: ServerContext, accountId: string): Promise<WebhookSecret[]> =>
  ctx.db.sql<WebhookSecret>(Prisma.sql`
    SELECT * FROM "WebhookSecret"
    WHERE "accountId" = ${accountId} AND ("expiresAt" IS NULL OR "expiresAt" > ${ctx.now()})
    ORDER BY "createdAt" DESC, "id" DESC`);

async function opened(ctx: ServerContext, rows: readonly WebhookSecret[]): Promise<SigningSecret[]> {
  const secrets = await Promise.all(
    rows.map(async ({ id, accountId, sealed, createdAt, expiresAt }) => ({
      ...{ id, createdAt, expiresAt },
      secret: await ctx.keys.open('webhook secrets', sealed, accountId),
    })),
  );
  return secrets.flatMap(({ secret, ...row }) => (secret === null ? [] : [{ ...row, secret }]));
}

/** A new secret, encrypted; this may write to the database, so it comes before the transaction. */
export async function sealedSecret(ctx: ServerContext, accountId: string) {
  const secret = newWebhookSecret(ctx);
  return { secret, sealed: await ctx.keys.seal('webhook secrets', secret, accountId) };
}

/**
 * Stores a secret as the account's newest. The one before it signs for another day, and older ones are deleted.
 * @param made by `sealedSecret`
 */
export async function addSecret(
  tx: Queries,
  ctx: ServerContext,
  accountId: string,
  { secret, sealed }: { secret: string; sealed: string },
  actor: Actor,
): Promise<{ createdAt: Date; previousExpiresAt: Date | null }> {
  const now = ctx.now();
  const before = await tx.webhookSecret.findFirst({ where: { accountId, expiresAt: null } });
  await tx.webhookSecret.deleteMany({ where: { accountId, expiresAt: { not: null } } });
  const expiresAt = new Date(now.getTime() + SECRET_OVERLAP);
  if (before) await tx.webhookSecret.update({ where: { id: before.id }, data: { expiresAt } });
  const created = await tx.webhookSecret.create({
    data: { id: newId(ctx, 'webhookSecret'), accountId, sealed, createdAt: now, expiresAt: null },
  });
  await recordAudit(tx, ctx, {
    action: before ? 'webhook_secret.rotate' : 'webhook_secret.create',
    actor,
    accountId,
    entityId: created.id,
    details: {
      hint: webhookSecretHint(secret),
      ...(before && { old_secret_expires_at: expiresAt.toISOString() }),
    },
  });
  return { createdAt: now, previousExpiresAt: before ? expiresAt : null };
}

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
