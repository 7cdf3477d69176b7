import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { firstDayOf, ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';

/**
 * The admin's account at a glance: its plan, its number of users, and all work since it began. The first day with work,
 * null if there is none yet, is read only on request.
 */
export async function accountOverview(ctx: ServerContext, viewer: Viewer) {
  authorize(viewer, 'admin:read');
  const { accountId } = viewer;
  const [account, users, totals] = await Promise.all([
    ctx.db.read.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } }),
    ctx.db.read.user.count({ where: { accountId } }),
    usageTotals(ctx.db.rows, ofAccount(accountId)),
  ]);
  return { account, users, totals, firstDay: () => firstDayOf(ctx.db.rows, ofAccount(accountId)) };
}
