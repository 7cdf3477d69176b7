import type { z } from 'zod';
import { demoPassword } from '@/lib/config/demo';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { insertUser } from '@/lib/server/users/create-user';
import { newUserInput } from '@/lib/validation/users';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Adds a person as createUser does, but with the admin's password hash: hashing it again takes 30 ms per person.
 * @param options.invited whether the password is still the temporary one of the invitation
 */
export function hire(
  ctx: ServerContext,
  admin: User,
  person: Omit<z.input<typeof newUserInput>, 'password'>,
  { invited = false } = {},
): Promise<User> {
  const { password: _, ...fields } = parseInput(newUserInput, { ...person, password: demoPassword });
  const { passwordHash } = admin;
  return ctx.db.write((tx) =>
    insertUser(tx, ctx, operatorViewer(admin), admin.accountId, {
      ...fields,
      passwordHash,
      ...(invited && { temporaryPasswordAt: ctx.now() }),
    }),
  );
}
