import { type ConsolePage, read } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { fetchAccount, fetchPlanChoices } from '@/components/account/admin/use-account';
import { fetchBillingProfile } from '@/components/billing/admin/use-billing-profile';
import { invoicesQuery } from '@/components/billing/admin/use-invoices';

/** The account page with its billing parts, and its dialog of plans. */
export function accountPages({ accountId }: ConsoleWorld): ConsolePage[] {
  const invoices = { accountId, status: null, limit: 13, after: null };
  return [
    {
      name: 'account details',
      open: (client) =>
        Promise.all([
          fetchAccount(client, accountId),
          fetchBillingProfile(client, accountId),
          read(client, invoicesQuery, invoices),
        ]),
    },
    {
      name: 'invoices, open ones',
      open: (client) => read(client, invoicesQuery, { ...invoices, status: 'OPEN' }),
    },
    { name: 'plans to choose from', open: (client) => fetchPlanChoices(client, accountId) },
  ];
}
