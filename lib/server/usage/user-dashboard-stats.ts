import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { dayOf, monthOf } from '@/lib/server/calendar';
import type { ServerContext } from '@/lib/server/server-context';
import { findUsageUser } from '@/lib/server/usage/find-usage-user';
import { ofUser, type UsageTotals, usageTotals } from '@/lib/server/usage/usage-totals';

/**
 * A user's work in this calendar month (UTC), up to now.
 * @throws AppError NOT_FOUND
 */
export async function userDashboardStats(
  ctx: ServerContext,
  viewer: Viewer,
  userId: string,
): Promise<UsageTotals> {
  authorize(viewer, 'read');
  const user = await findUsageUser(ctx, viewer, userId);
  const today = dayOf(ctx.now());
  return usageTotals(ctx.db.read, ofUser(user), { from: monthOf(today), to: today });
}
