import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type BillingRecord, billingRecord } from '@/lib/server/billing/billing-profile';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * The account's billing profile; null where there is none on file.
 * @throws AppError NOT_FOUND for another account
 */
export async function getBillingProfile(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<BillingRecord | null> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const profile = await ctx.db.read.billingProfile.findUnique({ where: { accountId } });
  return profile && billingRecord(profile);
}
