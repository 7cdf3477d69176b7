import { temporaryPassword } from '@/lib/rules/temporary-password';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashPassword } from '@/lib/server/auth/passwords';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser, userEtag } from '@/lib/server/users/find-user';
import type { User } from '@/prisma/generated/prisma/client';

/** A password to pass on, which can't be read again. */
export interface TemporaryPassword {
  user: User;
  password: string;
  /** How many open sessions of the user have ended. */
  sessionsEnded: number;
}

/**
 * Gives a user of the admin's account a new temporary password and ends the user's sessions; API keys stay as they are.
 * A disabled user gets one too, which works once the user is enabled. Safe to repeat: the newest password counts.
 * @param etag of the record as last read; without one, there is no check
 * @throws AppError NOT_FOUND; FORBIDDEN through an API key; CONFLICT for oneself, or a record that has changed
 */
export async function resetUserPassword(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  etag?: string | null,
): Promise<TemporaryPassword> {
  authorize(viewer, 'admin:session');
  const password = temporaryPassword((bytes) => bytes.set(ctx.randomBytes(bytes.length)));
  const passwordHash = await hashPassword(password);
  return writeAs(ctx, viewer, 'admin:session', async (tx, viewer) => {
    const user = await findUser(tx, viewer.accountId, id);
    if (user.id === viewer.user.id) {
      throw conflict("You can't reset your own password here. Set a new one in Settings.");
    }
    assertFresh(etag, userEtag(user), 'This user');
    const sessionsEnded = await tx.session.count({ where: { userId: id, expiresAt: { gt: ctx.now() } } });
    await tx.session.deleteMany({ where: { userId: id } });
    await recordAudit(tx, ctx, {
      action: 'user.reset_password',
      actor: viewer,
      accountId: user.accountId,
      entityId: id,
      details: { sessions_ended: sessionsEnded },
    });
    const updated = await tx.user.update({
      where: { id },
      data: { passwordHash, temporaryPasswordAt: ctx.now(), updatedAt: ctx.now() },
    });
    return { user: updated, password, sessionsEnded };
  });
}
