import { dayOf, monthOf } from '@/lib/rules/day';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { chosenAlerts, raiseUsageAlerts } from '@/lib/server/usage/raise-usage-alerts';
import { usageAlertChoice } from '@/lib/validation/account';
import { type AccountWithPlan, accountEtag, assertOwnAccount } from './find-account';

/**
 * Chooses the percentages of the account's limit at which an alert is raised; an empty list chooses none. If the
 * current month has already reached a chosen percentage, its alert is raised at once.
 * @param percents in any order; a repeated one counts once
 * @param etag of the account as last read; without one, there is no check
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT; CONFLICT if the etag is outdated
 */
export async function updateUsageAlerts(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  percents: readonly number[],
  etag?: string | null,
): Promise<AccountWithPlan> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  const { percents: usage_alerts } = parseInput(usageAlertChoice, { percents });
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } });
    assertFresh(etag, accountEtag(account), 'This account');
    const changes = changesBetween({ usage_alerts: [...chosenAlerts(account)] }, { usage_alerts });
    if (!changes) return account;
    await recordAudit(tx, ctx, {
      action: 'account.change_usage_alerts',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes,
    });
    const updated = await tx.account.update({
      where: { id: accountId },
      data: { usageAlerts: usage_alerts, updatedAt: ctx.now() },
      include: { plan: true },
    });
    await raiseUsageAlerts(tx, ctx, accountId, monthOf(dayOf(ctx.now())));
    return updated;
  });
}
