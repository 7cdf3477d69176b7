import { limits } from '@/lib/config/limits';
import { dayOf } from '@/lib/rules/day';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { displayName } from '@/lib/server/users/user-names';
import { type TopInput, topInput } from '@/lib/validation/usage';
import { Prisma } from '@/prisma/generated/prisma/client';
import { executionsBySubject, type RankedScope } from './executions-by-subject';
import { usageRange } from './usage-range';

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
  const scope = { accountId: user.accountId, grain: 'USER_TEMPLATE', subjectId: user.id } as const;
  return namedTemplates(ctx, await rank(ctx, scope, input));
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
  return namedTemplates(ctx, await rank(ctx, { accountId, grain: 'TEMPLATE' }, input));
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
  const top = await rank(ctx, { accountId, grain: 'USER' }, input);
  const users = await ctx.db.prisma.user.findMany({ where: { id: { in: top.map(({ id }) => id) } } });
  return named(top, new Map(users.map((user) => [user.id, displayName(user)])));
}

/** A user or template without its name. */
type RankedSubject = Omit<TopEntry, 'name'>;

async function rank(ctx: ServerContext, scope: RankedScope, input: TopInput): Promise<RankedSubject[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const now = ctx.now();
  const sums = await executionsBySubject(ctx.db.sql, scope, usageRange(days, now), dayOf(now));
  return highest(sums, limit ?? limits.top.default);
}

/** The subjects with the most executions, most first, then by id. */
function highest(sums: ReadonlyMap<string, number>, count: number): RankedSubject[] {
  // Sorting plain numbers takes a fraction of the time of sorting the entries.
  const least = Float64Array.from(sums.values()).sort().at(-count) ?? 0;
  return [...sums]
    .filter(([, executions]) => executions >= least)
    .map(([id, executions]) => ({ id, executions }))
    .sort((a, b) => b.executions - a.executions || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}

async function namedTemplates(ctx: ServerContext, top: RankedSubject[]): Promise<TopEntry[]> {
  if (top.length === 0) return [];
  const ids = Prisma.join(top.map(({ id }) => id));
  const templates = await ctx.db.sql<{ id: string; name: string }>(
    Prisma.sql`SELECT "id", "name" FROM "Template" WHERE "id" IN (${ids})`,
  );
  return named(top, new Map(templates.map((template) => [template.id, template.name])));
}

function named(top: RankedSubject[], names: Map<string, string>): TopEntry[] {
  return top.map((entry) => ({ ...entry, name: names.get(entry.id) ?? entry.id }));
}
