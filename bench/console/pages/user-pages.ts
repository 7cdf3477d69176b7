import type { VariablesOf } from 'gql.tada';
import { type ConsolePage, read } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { adminUsersQuery } from '@/components/users/admin/use-users';

type Filters = Partial<VariablesOf<typeof adminUsersQuery>>;

/** The users page. */
export function userPages({ accountId, middle }: ConsoleWorld): ConsolePage[] {
  const page = (name: string, filters: Filters): ConsolePage => ({
    name,
    open: (client) => read(client, adminUsersQuery, { accountId, limit: 21, after: null, ...filters }),
  });
  return [
    page('users', {}),
    page('users, halfway down', { after: middle.user }),
    page('users by name', { sort: 'NAME' }),
    page('users by name, halfway down', { sort: 'NAME', after: middle.user }),
    page('users by status', { sort: 'STATUS' }),
    page('users, disabled ones', { status: 'DISABLED' }),
    page('users, searched', { search: 'grace' }),
    page('users, searched in vain', { search: 'nobody has this name' }),
  ];
}
