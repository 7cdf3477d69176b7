import { limits } from '@/lib/config/limits';
import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { findUsageUser } from '@/lib/server/usage/find-usage-user';
import { usageRange } from '@/lib/server/usage/usage-range';
import { displayName } from '@/lib/server/users/display-name';
import { type TopInput, topInput } from '@/lib/validation/usage';
import { Prisma } from '@/prisma/generated/prisma/client';

/** A template, or user, and how often it ran in the range. */
export interface TopEntry {
  id: string;
  name: string;
  executions: number;
}

/**
 * The templates a user ran most, most first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function topTemplatesByUser(
  ctx: ServerContext,
  viewer: Viewer,
  userId: string,
  input: TopInput,
): Promise<TopEntry[]> {
  authorize(viewer, 'read');
  const user = await findUsageUser(ctx, viewer, userId);
  const ranked = { by: 'templates', userId: user.id } as const;
  return namedTemplates(ctx, await topOf(ctx, user.accountId, ranked, input));
}

/**
 * The templates an account ran most, most first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function topTemplatesByUsage(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  input: TopInput,
): Promise<TopEntry[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return namedTemplates(ctx, await topOf(ctx, accountId, { by: 'templates' }, input));
}

/**
 * The users of an account who ran most, most first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function topUsersByUsage(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  input: TopInput,
): Promise<TopEntry[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const top = await topOf(ctx, accountId, { by: 'users' }, input);
  const users = await ctx.db.read.user.findMany({ where: { id: { in: top.map(({ id }) => id) } } });
  return named(top, new Map(users.map((user) => [user.id, displayName(user)])));
}

/** Whose executions are ranked: every user's, every template's, or every template's in the hands of one user. */
type Ranked = { by: 'users' } | { by: 'templates'; userId?: string };

/**
 * Most executions first, then by id. By hand: a row a day stands in the way of each subject, so one look-up a subject
 * in an index that holds all it needs; grouped over the days instead, 5,000 users and two years take half a second.
 */
async function topOf(
  ctx: ServerContext,
  accountId: string,
  ranked: Ranked,
  input: TopInput,
): Promise<{ id: string; executions: number }[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const { from, to } = usageRange(days, ctx.now());
  const rows = await ctx.db.read.$queryRaw<{ id: string; executions: bigint }[]>`
    SELECT ranked."id", SUM(used."executions") AS "executions"
    FROM ${Prisma.raw(ranked.by === 'users' ? '"User"' : '"Template"')} AS ranked
    CROSS JOIN "DailyUsage" AS used
    WHERE ranked."accountId" = ${accountId}
      AND used."accountId" = ${accountId}
      AND ${rowsOf(ranked)}
      AND used."day" BETWEEN ${from} AND ${to}
    GROUP BY ranked."id"
    ORDER BY "executions" DESC, ranked."id"
    LIMIT ${limit ?? limits.top.default}`;
  return rows.map(({ id, executions }) => ({ id, executions: Number(executions) }));
}

/** The rows of the roll-up that belong to what is ranked. */
function rowsOf(ranked: Ranked): Prisma.Sql {
  if (ranked.by === 'templates' && ranked.userId) {
    return Prisma.sql`used."grain" = 'USER_TEMPLATE' AND used."subjectId" = ${ranked.userId} AND used."templateId" = ranked."id"`;
  }
  const grain = ranked.by === 'users' ? 'USER' : 'TEMPLATE';
  return Prisma.sql`used."grain" = ${grain} AND used."subjectId" = ranked."id" AND used."templateId" = ''`;
}

async function namedTemplates(
  ctx: ServerContext,
  top: { id: string; executions: number }[],
): Promise<TopEntry[]> {
  const templates = await ctx.db.read.template.findMany({ where: { id: { in: top.map(({ id }) => id) } } });
  return named(top, new Map(templates.map((template) => [template.id, template.name])));
}

function named(top: { id: string; executions: number }[], names: Map<string, string>): TopEntry[] {
  return top.map((entry) => ({ ...entry, name: names.get(entry.id) ?? entry.id }));
}
