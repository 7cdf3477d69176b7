import type { z } from 'zod';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { hashPassword } from '@/lib/server/auth/passwords';
import { recordPlanDay } from '@/lib/server/billing/plans';
import { newId } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { insertUser } from '@/lib/server/users/create-user';
import { accountName } from '@/lib/validation/account';
import { newUserInput } from '@/lib/validation/users';
import type { Account, User } from '@/prisma/generated/prisma/client';

/**
 * Opens an account with its first admin. For operators only: the API doesn't expose it.
 * @param demo whether this is demo data, which is served on loopback only
 * @throws AppError BAD_USER_INPUT; CONFLICT if the email address is taken
 */
export async function createAccount(
  ctx: ServerContext,
  { name, planId, demo }: { name: string; planId: string; demo: boolean },
  admin: Omit<z.input<typeof newUserInput>, 'role'>,
): Promise<{ account: Account; admin: User }> {
  const accountFields = parseInput(accountName, name);
  const { password, ...fields } = parseInput(newUserInput, { ...admin, role: 'ADMIN' });
  const passwordHash = await hashPassword(password);
  return ctx.db.write(async (tx) => {
    const now = ctx.now();
    const account = await tx.account.create({
      data: {
        id: newId(ctx, 'account'),
        name: accountFields,
        planId,
        status: 'ACTIVE',
        settings: {},
        demo,
        createdAt: now,
        updatedAt: now,
      },
      include: { plan: true },
    });
    await recordPlanDay(tx, ctx, account.id, account.plan);
    await recordAudit(tx, ctx, {
      action: 'account.create',
      actor: null,
      accountId: account.id,
      entityId: account.id,
      details: { account_name: account.name, plan_id: planId },
    });
    return { account, admin: await insertUser(tx, ctx, null, account.id, { ...fields, passwordHash }) };
  });
}
