import { kindOf } from '@/lib/config/audit-actions';
import { endOfDay, startOfDay } from '@/lib/rules/day';
import { fieldsOf } from '@/lib/rules/json';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { displayName } from '@/lib/server/users/user-names';
import { type AuditFilters, auditFilters } from '@/lib/validation/audit';
import type { Page } from '@/lib/validation/lists';
import type { AuditEvent, Prisma } from '@/prisma/generated/prisma/client';

/** An event of the trail. `names` resolves its ids, with one read for all events of the page. */
export type AuditRow = AuditEvent & { names: () => Promise<AuditNames> };

/**
 * The audit trail of the admin's account, newest first.
 * @throws AppError BAD_USER_INPUT
 */
export async function listAudit(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...rest }: AuditFilters & { page: Page },
): Promise<AuditRow[]> {
  authorize(viewer, 'admin:read');
  const { accountId } = viewer;
  const { userId, action, from, to } = parseInput(auditFilters, rest);
  const where: Prisma.AuditEventWhereInput = {
    accountId,
    ...(userId && { userId }),
    ...(action && { action }),
    createdAt: { ...(from && { gte: startOfDay(from) }), ...(to && { lt: endOfDay(to) }) },
  };
  const events = await listPage(
    page,
    (id) => ctx.db.prisma.auditEvent.findUnique({ where: { id, accountId }, select: placeColumns }),
    ({ take, from }) =>
      ctx.db.prisma.auditEvent.findMany({
        where: { AND: [where, wherePlace(from, take)] },
        orderBy: newestFirst,
        take,
      }),
  );
  let reading: ReturnType<typeof auditNames> | undefined;
  const names = async (event: AuditEvent) => {
    reading ??= auditNames(ctx.db.prisma, accountId, events);
    return (await reading)(event);
  };
  return events.map((event) => ({ ...event, names: () => names(event) }));
}

/** The names behind an event's ids, as far as they are known. */
interface AuditNames {
  /** The user's name; null for the operator. */
  user: string | null;
  /** The person, key, invoice or account that the event is about. */
  entity: string | null;
}

/**
 * Names the people and records in one account's events. A name stored in the event comes first: since then a key may
 * have been deleted or an account renamed. All events together take at most three queries, by primary key.
 * @returns a function that names one of these events
 */
async function auditNames(
  queries: Queries,
  accountId: string,
  events: readonly AuditEvent[],
): Promise<(event: AuditEvent) => AuditNames> {
  const about = (kind: string) => events.filter((event) => kindOf(event.action) === kind);
  const unnamed = (kind: string) => about(kind).filter((event) => nameWithin(event) === null);
  const [people, keys, accounts] = await Promise.all([
    namesOf([...events.map(({ userId }) => userId), ...idsOf(about('user'))], async (ids) => {
      const users = await queries.user.findMany({
        where: { id: { in: ids }, accountId },
        select: { id: true, firstName: true, lastName: true, email: true },
      });
      return users.map((user) => [user.id, displayName(user)]);
    }),
    namesOf(idsOf(unnamed('api_key')), async (ids) => {
      const rows = await queries.apiKey.findMany({
        where: { id: { in: ids }, accountId },
        select: { id: true, name: true, hint: true },
      });
      return rows.map((key) => [key.id, key.name ?? key.hint]);
    }),
    namesOf(idsOf([...unnamed('account'), ...about('billing_profile')]), async () => {
      const account = await queries.account.findUnique({
        where: { id: accountId },
        select: { id: true, name: true },
      });
      return account ? [[account.id, account.name]] : [];
    }),
  ]);
  return (event) => {
    const user = event.userId === null ? null : (people.get(event.userId) ?? null);
    // Only the user's own calls write events of sessions.
    if (kindOf(event.action) === 'session') return { user, entity: user };
    const known = { user: people, api_key: keys, account: accounts, billing_profile: accounts };
    const names = Object.entries(known).find(([kind]) => kind === kindOf(event.action))?.[1];
    return { user, entity: nameWithin(event) ?? names?.get(event.entityId) ?? hintWithin(event.metadata) };
  };
}

const idsOf = (events: readonly AuditEvent[]) => events.map(({ entityId }) => entityId);

async function namesOf(
  ids: readonly (string | null)[],
  find: (ids: string[]) => Promise<[string, string][]>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  return new Map(wanted.length > 0 ? await find(wanted) : []);
}

/** The name that an event stores of its record, as it was at the time. */
function nameWithin({ action, metadata }: AuditEvent): string | null {
  const { name, number, account_name, changes } = fieldsOf(metadata);
  const held: Record<string, unknown[]> = {
    // A key without a name goes by its hint. Old events don't show whether their key had a name.
    api_key: name === undefined ? [] : [name, hintWithin(metadata)],
    invoice: [number],
    job: [name],
    bulk_file: [name],
    bulk_run: [name],
    account: [account_name, became(changes, 'account_name')],
  };
  return held[kindOf(action)]?.find(isText) ?? null;
}

/** The hint of a key's secret that an event stores; after a rotation, the new secret's hint. */
function hintWithin(metadata: unknown): string | null {
  const { hint, changes } = fieldsOf(metadata);
  return [became(changes, 'hint'), hint].find(isText) ?? null;
}

const became = (changes: unknown, field: string) => fieldsOf(fieldsOf(changes)[field]).to;
const isText = (value: unknown) => typeof value === 'string';
