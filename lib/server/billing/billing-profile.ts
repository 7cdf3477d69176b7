import type { z } from 'zod';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh, etagOf } from '@/lib/server/etag';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { billingProfileInput } from '@/lib/validation/billing';
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

/**
 * Changes the account's billing profile, or creates it. Issued invoices keep their billing details.
 * @param etag of the profile as last read, empty if there was none
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT; CONFLICT if the etag is outdated
 */
export async function updateBillingProfile(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  updates: z.input<typeof billingProfileInput>,
  etag?: string | null,
): Promise<BillingRecord> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const stored = await tx.billingProfile.findUnique({ where: { accountId } });
    assertFresh(etag, billingEtag(stored), 'This billing profile');
    const before = billingFields(stored);
    const fields = parseInput(billingProfileInput, withoutStoredCountry(updates, before));
    const changes = changesBetween(before, fields);
    if (stored && !changes) return billingRecord(stored);
    const columns = {
      ...Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [billingColumns[field as BillingField], value]),
      ),
      updatedAt: ctx.now(),
    };
    const profile = await tx.billingProfile.upsert({
      where: { accountId },
      create: { accountId, ...columns },
      update: columns,
    });
    await recordAudit(tx, ctx, {
      action: 'billing_profile.update',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes: changes ?? {},
    });
    return billingRecord(profile);
  });
}

/** Old profiles may contain any text as the country. If the caller sends the stored text back, it stays. */
function withoutStoredCountry(
  { country, ...rest }: z.input<typeof billingProfileInput>,
  stored: BillingFields,
): z.input<typeof billingProfileInput> {
  return country === undefined || (country !== null && country === stored.country)
    ? rest
    : { ...rest, country };
}
