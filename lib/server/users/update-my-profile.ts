import type { z } from 'zod';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashPassword } from '@/lib/server/auth/passwords';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUser } from '@/lib/server/users/find-user';
import { writeUser } from '@/lib/server/users/write-user';
import { profileUpdates } from '@/lib/validation/users';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Changes the caller's own name, email address or password. A new password ends the person's other sessions.
 * The email address and password require a session: an API key alone mustn't be enough to take over the user.
 * @throws AppError BAD_USER_INPUT; CONFLICT if the email address is taken; FORBIDDEN for an email address or
 *   password through a key
 */
export async function updateMyProfile(
  ctx: ServerContext,
  viewer: Viewer,
  updates: z.input<typeof profileUpdates>,
): Promise<User> {
  authorize(viewer, 'write');
  const { password, ...fields } = parseInput(profileUpdates, updates);
  const access = password || fields.email ? 'write:session' : 'write';
  authorize(viewer, access);
  const passwordHash = password && (await hashPassword(password));
  return writeAs(
    ctx,
    viewer,
    access,
    async (tx, viewer) => {
      const user = await findUser(tx, viewer.accountId, viewer.user.id);
      const updated = await writeUser(tx, ctx, viewer, user, fields);
      if (!passwordHash) return updated;
      await tx.session.deleteMany({ where: { userId: user.id, id: { not: viewer.credentialId } } });
      await recordAudit(tx, ctx, {
        action: 'user.change_password',
        actor: viewer,
        accountId: user.accountId,
        entityId: user.id,
      });
      return tx.user.update({
        where: { id: user.id },
        data: { passwordHash, temporaryPasswordAt: null, updatedAt: ctx.now() },
      });
    },
    { amongAccounts: fields.email !== undefined },
  );
}
