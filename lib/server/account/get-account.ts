import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Account, Plan } from '@/prisma/generated/prisma/client';

export type AccountWithPlan = Account & { plan: Plan };

/**
 * The caller's account and its plan.
 * @throws AppError NOT_FOUND for any other id
 */
export async function getAccount(ctx: ServerContext, viewer: Viewer, id: string): Promise<AccountWithPlan> {
  authorize(viewer, 'read');
  assertOwnAccount(viewer, id);
  return ctx.db.read.account.findUniqueOrThrow({ where: { id }, include: { plan: true } });
}
