import { z } from 'zod';
import { foldText } from '@/lib/rules/search-text';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import { listPage, type PageQuery } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Page, search } from '@/lib/validation/lists';
import { Prisma, type User } from '@/prisma/generated/prisma/client';

const filters = z.object({ search });

interface UserFilters {
  /** Part of an email address or name. */
  search?: string | null;
  role?: User['role'] | null;
  status?: User['status'] | null;
  /** Whether they have ever signed in. */
  signedIn?: boolean | null;
  /** CREATED by default. */
  sort?: UserSort | null;
  /** By default, newest first if ordered by creation, otherwise from A to Z. */
  descending?: boolean | null;
}

/**
 * The users of the admin's account, newest first by default.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listUsers(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, search: text, role, status, signedIn, sort, descending }: UserFilters & { page: Page },
): Promise<User[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const { search: words } = parseInput(filters, { search: text });
  const by = sort ?? 'CREATED';
  const query = {
    accountId,
    role,
    status,
    signedIn,
    words,
    sort: by,
    descending: descending ?? by === 'CREATED',
  };
  return listPage(
    page,
    (id) => ctx.db.prisma.user.findUnique({ where: { id, accountId }, select: { id: true } }),
    (part) => findUsers(ctx.db.prisma, query, part),
  );
}

/** The orders of a list of users. */
export type UserSort = 'CREATED' | 'EMAIL' | 'NAME' | 'ROLE' | 'STATUS';

/** The columns of each order. They end in a unique column, and each order has an index of the account and these. */
const columns: Record<UserSort, string[]> = {
  CREATED: ['createdAt', 'id'],
  EMAIL: ['email'],
  NAME: ['sortName', 'id'],
  ROLE: ['role', 'createdAt', 'id'],
  STATUS: ['status', 'createdAt', 'id'],
};

interface UserQuery {
  accountId: string;
  role?: User['role'] | null | undefined;
  status?: User['status'] | null | undefined;
  /** Whether they have ever signed in. */
  signedIn?: boolean | null | undefined;
  /** Part of an email address or of the displayed name. */
  words?: string | null | undefined;
  sort: UserSort;
  descending: boolean;
}

/**
 * Users from the cursor on, its own row included. In SQL, because Prisma's `contains` treats % and _ as
 * wildcards, and its cursor reads every row up to it.
 */
export async function findUsers(
  queries: Queries,
  { accountId, role, status, signedIn, words, sort, descending }: UserQuery,
  { take, from }: PageQuery<{ id: string }>,
): Promise<User[]> {
  const back = take < 0;
  const down = descending !== back;
  const direction = down ? 'DESC' : 'ASC';
  const names = columns[sort].map((column) => `"${column}"`);
  const key = Prisma.raw(names.join(', '));
  const order = Prisma.raw(names.map((name) => `${name} ${direction}`).join(', '));
  const place = Prisma.sql`(SELECT ${key} FROM "User" WHERE "id" = ${from?.id})`;
  const rows = await queries.$queryRaw<User[]>`
    SELECT * FROM "User"
    WHERE "accountId" = ${accountId}
      ${words ? Prisma.sql`AND ${matchesName(queries.dialect, words)}` : Prisma.empty}
      ${role ? Prisma.sql`AND "role" = ${role}` : Prisma.empty}
      ${status ? Prisma.sql`AND "status" = ${status}` : Prisma.empty}
      ${typeof signedIn === 'boolean' ? Prisma.raw(`AND "lastSignInAt" IS ${signedIn ? 'NOT NULL' : 'NULL'}`) : Prisma.empty}
      ${from ? Prisma.sql`AND (${key}) ${Prisma.raw(down ? '<=' : '>=')} ${place}` : Prisma.empty}
    ORDER BY ${order}
    LIMIT ${Math.abs(take)}`;
  return back ? rows.reverse() : rows;
}

/**
 * The condition of users whose name or email address contains the words. Words of accents alone fold to an empty text,
 * which every name contains.
 */
export function matchesName({ contains }: Dialect, words: string): Prisma.Sql {
  const folded = foldText(words);
  const inEmail = contains(Prisma.sql`"email"`, words.toLowerCase());
  return folded ? Prisma.sql`(${contains(Prisma.sql`"sortName"`, folded)} OR ${inEmail})` : inEmail;
}
