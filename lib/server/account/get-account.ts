import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { etagOf } from '@/lib/server/etag';
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

/** @throws AppError NOT_FOUND, alike for an unknown id and another account's */
export function assertOwnAccount(viewer: Viewer, accountId: string): void {
  if (accountId !== viewer.accountId) throw notFound('Account');
}

/** The entity tag of an account: it changes with every field that can change. */
export const accountEtag = ({ name, planId, status, settings, usageAlerts }: Account) =>
  etagOf({ name, planId, status, settings, usageAlerts });
