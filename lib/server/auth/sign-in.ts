import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { verifyPassword } from '@/lib/server/auth/passwords';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { hashToken, newSessionToken } from '@/lib/server/auth/tokens';
import { AppError } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { signInInput } from '@/lib/validation/auth';
import type { User } from '@/prisma/generated/prisma/client';

export interface SignInClient {
  /** The caller's network address. */
  address: string;
  userAgent: string | null;
  limiter: SignInLimiter;
}

/**
 * Starts a session of 30 days for an e-mail address and password.
 * @returns the raw token, readable this once, the user and the session's end
 * @throws AppError UNAUTHENTICATED, alike for a wrong password, an unknown address and a disabled user
 * @throws AppError RATE_LIMITED after 10 failures for one address from one client, until 15 minutes have passed
 *   since the first of them
 */
export async function signIn(
  ctx: ServerContext,
  client: SignInClient,
  input: { email: string; password: string },
) {
  const { email, password } = parseInput(signInInput, input);
  const session = await client.limiter.attempt(email, client.address, async () => {
    const user = await ctx.db.read.user.findUnique({ where: { email } });
    const matches = await verifyPassword(user?.passwordHash, password);
    return user && matches ? startSession(ctx, user, client.userAgent) : null;
  });
  if (!session) throw new AppError('UNAUTHENTICATED', 'Wrong e-mail address or password.');
  return session;
}

function startSession(ctx: ServerContext, verified: User, userAgent: string | null) {
  const token = newSessionToken(ctx);
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + limits.session.lifetime);
  return ctx.db.write(async (tx) => {
    // Read again: the password may have changed, or the user been disabled, since the hash was checked.
    const user = await tx.user.findFirst({
      where: { id: verified.id, status: 'ACTIVE', passwordHash: verified.passwordHash },
    });
    if (!user) return null;
    const session = await tx.session.create({
      data: {
        id: newId(ctx, 'session'),
        userId: user.id,
        tokenHash: hashToken(token),
        userAgent: userAgent?.slice(0, limits.session.userAgent) ?? null,
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
    });
    return { token, user, expiresAt };
  });
}
