import { limits } from '@/lib/config/limits';
import { temporaryPasswordExpiry } from '@/lib/rules/temporary-password';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { SignInRefusal } from '@/lib/server/audit/refusals';
import { AppError } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { signInInput } from '@/lib/validation/auth';
import type { User } from '@/prisma/generated/prisma/client';
import { deviceLabel, isNewDevice } from './devices';
import { isKnownNetwork, keepKnownNetwork, knownAddress } from './known-networks';
import { verifyPassword } from './passwords';
import { endExcessSessions } from './sessions';
import type { SignInLimiter } from './sign-in-limiter';
import { hashToken, newSessionToken } from './tokens';

interface SignInClient {
  /** The caller's network address. */
  address: string;
  userAgent: string | null;
  limiter: SignInLimiter;
}

/**
 * Starts a session of 30 days for an email address and password. Beyond `limits.session.ofUser` sessions, the least
 * recently used one ends.
 * @returns the raw token, which can't be read again, the user and the session's end
 * @throws AppError UNAUTHENTICATED, alike for a wrong password, an unknown address and a disabled user; only the right
 *   password of an active user reveals that it was a temporary one and has expired
 * @throws AppError RATE_LIMITED after 10 failures for one address from one client, until 15 minutes have passed
 *   since the first of them; after wider limits too (SignInLimiter)
 */
export async function signIn(
  ctx: ServerContext,
  client: SignInClient,
  input: { email: string; password: string },
) {
  const { email, password } = parseInput(signInInput, input);
  const refused = (reason: SignInRefusal) =>
    ctx.refusals.signIn({ email, reason, address: client.address, at: ctx.now() });
  const isKnown = () => isKnownNetwork(ctx.db.prisma, email, client.address, ctx.now());
  const compare = async () => {
    const user = await ctx.db.prisma.user.findUnique({ where: { email } });
    const matches = await verifyPassword(user?.passwordHash, password);
    const session = user && matches ? await startSession(ctx, user, client) : null;
    if (session === 'expired') refused('temporary_password');
    if (!session) refused(matches && user?.status === 'DISABLED' ? 'disabled' : 'password');
    return session;
  };
  const attempt = client.limiter.attempt(email, client.address, compare, isKnown);
  const session = await attempt.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') refused('rate_limit');
    throw error;
  });
  if (!session) throw new AppError('UNAUTHENTICATED', 'Wrong email address or password.');
  if (session === 'expired') throw new AppError('UNAUTHENTICATED', expiredMessage);
  return session;
}

const expiredMessage =
  'Your temporary password has expired. Ask an admin of your account to reset it, then sign in with the new one.';

/** @returns null if the password no longer opens the user; `expired` if it was an expired temporary password */
function startSession(
  ctx: ServerContext,
  verified: User,
  client: Pick<SignInClient, 'address' | 'userAgent'>,
) {
  const token = newSessionToken(ctx);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + limits.session.lifetime);
  const device = deviceLabel(client.userAgent);
  const address = knownAddress(client.address);
  // For all accounts: known networks of every user are removed.
  return ctx.db.write(async (tx) => {
    // Read again: since the check of the hash, the password may have changed or the user may have been disabled.
    const user = await tx.user.findFirst({
      where: { id: verified.id, status: 'ACTIVE', passwordHash: verified.passwordHash },
    });
    if (!user) return null;
    const passwordExpiry = temporaryPasswordExpiry(user);
    if (passwordExpiry && passwordExpiry <= now) return 'expired' as const;
    const isNew = await isNewDevice(tx, user, device, now);
    const session = await tx.session.create({
      data: {
        id: newId(ctx, 'session'),
        userId: user.id,
        tokenHash: hashToken(token),
        userAgent: client.userAgent?.slice(0, limits.session.userAgent) ?? null,
        address,
        createdAt: now,
        lastUsedAt: now,
        expiresAt,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'session.start',
      actor: { userId: user.id },
      accountId: user.accountId,
      entityId: session.id,
      details: { device, ...(address && { address }), ...(isNew && { new_device: true }) },
    });
    await endExcessSessions(tx, ctx, user, session.id);
    if (address) await keepKnownNetwork(tx, user.email, address, now);
    const signedIn = await tx.user.update({
      where: { id: user.id },
      data: { lastSignInAt: now, lastActiveAt: now },
    });
    return { token, user: signedIn, expiresAt };
  });
}
