import type { VariablesOf } from 'gql.tada';
import { type ConsolePage, read } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { readUserChoice } from '@/bench/console/pages/user-choice';
import { auditLogsQuery } from '@/components/audit/admin/audit-query';

type Filters = Partial<VariablesOf<typeof auditLogsQuery>>;

/** A month that both accounts have lived through, UTC. */
const MONTH = { from: '2026-05-01', to: '2026-05-31' };

/** The audit logs page: as it opens with the users to choose from, then its list alone. */
export function auditPages({ accountId, adminId, middle }: ConsoleWorld): ConsolePage[] {
  const list = (filters: Filters) => ({ limit: 21, after: null, ...filters });
  const page = (name: string, filters: Filters): ConsolePage => ({
    name,
    open: (client) => read(client, auditLogsQuery, list(filters)),
  });
  return [
    {
      name: 'audit logs',
      open: (client) =>
        Promise.all([readUserChoice(client, accountId), read(client, auditLogsQuery, list({}))]),
    },
    page('audit logs, halfway down', { after: middle.event }),
    page('audit logs, one actor', { userId: adminId }),
    page('audit logs, one action', { action: 'user.update' }),
    page('audit logs, a rare action', { action: 'account.change_plan' }),
    page('audit logs, one actor and a rare action', { userId: adminId, action: 'account.change_plan' }),
    { ...page('audit logs, a thousand for a file', { limit: 1_000 }), moreInBig: true },
    page('audit logs, one actor and action in a month', { userId: adminId, action: 'user.update', ...MONTH }),
  ];
}
