import { updateAccount } from '@/lib/server/account/update-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { updateBillingProfile } from '@/lib/server/billing/update-billing-profile';
import type { User } from '@/prisma/generated/prisma/client';
import { OVERAGE_MONTH_AGO } from '@/prisma/seed/acme/acme-usage';
import { billMonths } from '@/prisma/seed/bill-months';
import type { Timeline } from '@/prisma/seed/timeline';

/** Months with an issued invoice; the present month's draft is the 24th. */
export const ACME_MONTHS = 23;

/** Acme's invoices and billing profile; on Pro since the month after its overage. */
export function billAcme(time: Timeline, ada: User): Promise<void> {
  const { accountId } = ada;
  const profile = (ago: number, dayOfMonth: number, fields: Parameters<typeof updateBillingProfile>[3]) =>
    updateBillingProfile(time.monthsAgo(ago, dayOfMonth, '13:17'), operatorViewer(ada), accountId, fields);
  return billMonths(time, {
    accountId,
    months: ACME_MONTHS,
    endings: { 1: 'OPEN', 2: 'OPEN', 9: 'VOID', 16: 'VOID' },
    events: {
      23: () =>
        profile(23, 6, {
          full_name: 'Ada Byron',
          email: 'billing@acme.test',
          company_name: 'Acme Automation GmbH',
          address_line1: 'Werkstraße 12',
          city: 'Hannover',
          postal_code: '30419',
          country: 'DE',
        }),
      19: () => profile(19, 11, { tax_id: 'DE301204567', tax_id_label: 'USt-IdNr.' }),
      13: () => profile(13, 8, { company_name: 'Acme Robotics GmbH' }),
      6: () =>
        profile(6, 20, {
          address_line1: 'Am Güterbahnhof 3',
          address_line2: 'Halle B, 2. OG',
          city: 'Bremen',
          state: 'Bremen',
          postal_code: '28195',
          phone_number: '+49 421 5550123',
        }),
      [OVERAGE_MONTH_AGO - 1]: () =>
        updateAccount(time.monthsAgo(OVERAGE_MONTH_AGO - 1, 2, '09:48'), operatorViewer(ada), accountId, {
          account_plan_id: 'plan_pro',
        }),
    },
  });
}
