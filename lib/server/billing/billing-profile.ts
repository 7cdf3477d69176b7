import { assertOwnAccount } from '@/lib/server/account/find-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { etagOf } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { BillingProfile } from '@/prisma/generated/prisma/client';

/** The columns of a billing profile, by the API's field names. */
export const billingColumns = {
  full_name: 'fullName',
  email: 'email',
  company_name: 'companyName',
  tax_id: 'taxId',
  tax_id_label: 'taxIdLabel',
  address_line1: 'addressLine1',
  address_line2: 'addressLine2',
  city: 'city',
  state: 'state',
  postal_code: 'postalCode',
  country: 'country',
  phone_number: 'phoneNumber',
} as const satisfies Record<string, keyof BillingProfile>;

export type BillingField = keyof typeof billingColumns;
export type BillingFields = Record<BillingField, string | null>;

/** A stored profile under the API's field names; every field null without one. */
export function billingFields(profile: BillingProfile | null): BillingFields {
  const fields = Object.entries(billingColumns).map(([field, column]) => [field, profile?.[column] ?? null]);
  return Object.fromEntries(fields) as BillingFields;
}

/** A stored profile as the API returns it: its fields and entity tag. */
export type BillingRecord = BillingFields & { etag: string };

export const billingRecord = (profile: BillingProfile): BillingRecord => ({
  ...billingFields(profile),
  etag: billingEtag(profile),
});

/** The entity tag of a profile; empty without one. */
export const billingEtag = (profile: BillingProfile | null): string =>
  profile ? etagOf(billingFields(profile)) : '';

/**
 * The account's billing profile; null without one.
 * @throws AppError NOT_FOUND for another account
 */
export async function getBillingProfile(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<BillingRecord | null> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const profile = await ctx.db.prisma.billingProfile.findUnique({ where: { accountId } });
  return profile && billingRecord(profile);
}
