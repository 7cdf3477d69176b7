import { type ConsolePage, read } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { overviewQuery } from '@/components/usage/admin/use-overview';
import { usageQuery } from '@/components/usage/admin/use-usage-report';

/** The overview and the usage page, over their first range and over longer ones. */
export function usagePages({ accountId }: ConsoleWorld): ConsolePage[] {
  const overview = (days: number, more: Partial<ConsolePage> = {}): ConsolePage => ({
    name: `overview, ${days.toLocaleString('en')} days`,
    open: (client) => read(client, overviewQuery, { accountId, days }),
    ...more,
  });
  const usage = (days: number): ConsolePage => ({
    name: `usage, ${days.toLocaleString('en')} days`,
    open: (client) => read(client, usageQuery, { accountId, days }),
  });
  return [overview(30), overview(90), overview(1_000, { moreInBig: true }), usage(30), usage(1_000)];
}
