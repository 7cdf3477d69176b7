import { dayOf, monthOf } from '@/lib/rules/day';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { recordPlanDay } from '@/lib/server/billing/plans';
import { assertFresh } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import { raiseUsageAlerts } from '@/lib/server/usage/raise-usage-alerts';
import { type AccountWithPlan, accountEtag, assertOwnAccount } from './find-account';

/**
 * Sets the account CANCELED; everything stays readable. Canceling a canceled account changes nothing.
 * @param etag of the account as last read; without one, there is no check
 * @throws AppError NOT_FOUND for another account; CONFLICT if the etag is outdated
 */
export async function cancelSubscription(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  etag?: string | null,
): Promise<AccountWithPlan> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } });
    assertFresh(etag, accountEtag(account), 'This account');
    if (account.status === 'CANCELED') return account;
    await recordAudit(tx, ctx, {
      action: 'account.cancel',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes: { status: { from: 'ACTIVE', to: 'CANCELED' } },
      details: { plan: account.plan.name },
    });
    await recordPlanDay(tx, ctx, accountId, null);
    await raiseUsageAlerts(tx, ctx, accountId, monthOf(dayOf(ctx.now())));
    return tx.account.update({
      where: { id: accountId },
      data: { status: 'CANCELED', updatedAt: ctx.now() },
      include: { plan: true },
    });
  });
}
