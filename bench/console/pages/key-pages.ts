import type { VariablesOf } from 'gql.tada';
import { type ConsolePage, read } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { readUserChoice } from '@/bench/console/pages/user-choice';
import { accountKeysQuery } from '@/components/api-keys/admin/use-account-keys';

type Filters = Partial<VariablesOf<typeof accountKeysQuery>>;

/** The API keys page: as it opens with the users to choose from, then its list alone, as filters and pages leave them. */
export function keyPages({ accountId, middle, ownerId }: ConsoleWorld): ConsolePage[] {
  const list = (filters: Filters) => ({ accountId, limit: 21, after: null, ...filters });
  const page = (name: string, filters: Filters): ConsolePage => ({
    name,
    open: (client) => read(client, accountKeysQuery, list(filters)),
  });
  return [
    {
      name: 'API keys',
      open: (client) =>
        Promise.all([readUserChoice(client, accountId), read(client, accountKeysQuery, list({}))]),
    },
    page('API keys, halfway down', { after: middle.key }),
    page("API keys, one person's", { userId: ownerId }),
    page('API keys, active ones', { status: 'ACTIVE' }),
    page('API keys, revoked ones', { status: 'REVOKED' }),
    page('API keys, expired ones', { status: 'EXPIRED' }),
  ];
}
