import type { VariablesOf } from 'gql.tada';
import type { AnyVariables, Client, TypedDocumentNode } from 'urql';
import { fetchAccount, fetchPlanChoices } from '@/components/account/admin/use-account';
import { accountKeysQuery } from '@/components/api-keys/admin/use-account-keys';
import { auditLogsQuery } from '@/components/audit/admin/audit-query';
import { fetchBillingProfile } from '@/components/billing/admin/use-billing-profile';
import { invoicesQuery } from '@/components/billing/admin/use-invoices';
import { overviewQuery } from '@/components/usage/admin/use-overview';
import { usageQuery } from '@/components/usage/admin/use-usage-report';
import { userOptionsQuery } from '@/components/users/admin/use-user-options';
import { adminUsersQuery } from '@/components/users/admin/use-users';

import type { ServerContext } from '@/lib/server/runtime/context';
import { sessionToken } from '@/testing/test-world';

/** A page of the console, in the state that its name says. */
export interface ConsolePage {
  name: string;
  /** Reads everything that the page shows when it opens, as its screen does. */
  open: (client: Client) => Promise<unknown>;
  /** It shows more of the big account than of the demo account, so it is compared with the clock only. */
  moreInBig?: boolean;
}

/** The admin of a console, and the records that its pages are filtered by. */
type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The console of an admin of a filled database, with a token that is valid at the database's moment. */
export async function consoleWorld(ctx: ServerContext, email: string) {
  const { user, apiKey, auditEvent } = ctx.db.read;
  const admin = await user.findUniqueOrThrow({ where: { email } });
  const { accountId } = admin;
  const all = { where: { accountId }, orderBy: newestFirst };
  const half = (count: number) => Math.floor(count / 2);
  const [userHalf, keyHalf, eventHalf] = [
    half(await user.count({ where: { accountId } })),
    half(await apiKey.count({ where: { accountId } })),
    half(await auditEvent.count({ where: { accountId } })),
  ];
  return {
    accountId,
    adminId: admin.id,
    token: await sessionToken(ctx, admin),
    /** The owner of the newest key. */
    ownerId: (await apiKey.findFirstOrThrow(all)).userId,
    /** The ids of the rows in the middle of the lists. */
    middle: {
      user: (await user.findFirstOrThrow({ ...all, skip: userHalf })).id,
      key: (await apiKey.findFirstOrThrow({ ...all, skip: keyHalf })).id,
      event: (await auditEvent.findFirstOrThrow({ ...all, skip: eventHalf })).id,
    },
  };
}

/** Every page of the console as it opens, and with filters, orders and later pages of its lists. */
export function consolePages(world: ConsoleWorld): ConsolePage[] {
  return [usagePages, userPages, keyPages, auditPages, accountPages].flatMap((pages) => pages(world));
}

/**
 * Queries as a screen's useQuery does.
 *
 * @throws CombinedError of the client
 */
async function read<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.query(query, variables).toPromise();
  if (error || !data) throw error ?? new Error('The response had no data.');
  return data;
}

/** The overview and the usage page, over their first range and over longer ones. */
function usagePages({ accountId }: ConsoleWorld): ConsolePage[] {
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

function userPages({ accountId, middle }: ConsoleWorld): ConsolePage[] {
  const page = (name: string, filters: Partial<VariablesOf<typeof adminUsersQuery>>): ConsolePage => ({
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

/** What the field that chooses a user reads, on every page that has one. */
const readUserOptions = (client: Client, accountId: string) =>
  read(client, userOptionsQuery, { accountId, search: null, limit: 101 });

/** The API keys page as it opens, with the users to choose from, and then its list alone. */
function keyPages({ accountId, middle, ownerId }: ConsoleWorld): ConsolePage[] {
  type Filters = Partial<VariablesOf<typeof accountKeysQuery>>;
  const list = (filters: Filters) => ({ accountId, limit: 21, after: null, ...filters });
  const page = (name: string, filters: Filters): ConsolePage => ({
    name,
    open: (client) => read(client, accountKeysQuery, list(filters)),
  });
  return [
    {
      name: 'API keys',
      open: (client) =>
        Promise.all([readUserOptions(client, accountId), read(client, accountKeysQuery, list({}))]),
    },
    page('API keys, halfway down', { after: middle.key }),
    page("API keys, one person's", { userId: ownerId }),
    page('API keys, active ones', { status: 'ACTIVE' }),
    page('API keys, revoked ones', { status: 'REVOKED' }),
    page('API keys, expired ones', { status: 'EXPIRED' }),
  ];
}

/** A month in which both accounts have events, UTC, but the demo account's admin changed no user. */
const MONTH = { from: '2026-05-01', to: '2026-05-31' };

/** The audit logs page as it opens, with the users to choose from, and then its list alone. */
function auditPages({ accountId, adminId, middle }: ConsoleWorld): ConsolePage[] {
  type Filters = Partial<VariablesOf<typeof auditLogsQuery>>;
  const list = (filters: Filters) => ({ limit: 21, after: null, ...filters });
  const page = (name: string, filters: Filters): ConsolePage => ({
    name,
    open: (client) => read(client, auditLogsQuery, list(filters)),
  });
  return [
    {
      name: 'audit logs',
      open: (client) =>
        Promise.all([readUserOptions(client, accountId), read(client, auditLogsQuery, list({}))]),
    },
    page('audit logs, halfway down', { after: middle.event }),
    page('audit logs, one actor', { userId: adminId }),
    page('audit logs, one action', { action: 'user.update' }),
    page('audit logs, a rare action', { action: 'account.change_plan' }),
    page('audit logs, one actor and a rare action', { userId: adminId, action: 'account.change_plan' }),
    { ...page('audit logs, a thousand for a file', { limit: 1_000 }), moreInBig: true },
    {
      ...page('audit logs, one actor and action in a month', {
        userId: adminId,
        action: 'user.update',
        ...MONTH,
      }),
      moreInBig: true,
    },
  ];
}

/** The account page with its billing parts, and its dialog of plans. */
function accountPages({ accountId }: ConsoleWorld): ConsolePage[] {
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
