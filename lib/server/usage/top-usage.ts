import { limits } from '@/lib/config/limits';
import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { findUsageUser } from '@/lib/server/usage/find-usage-user';
import { usageRange } from '@/lib/server/usage/usage-range';
import { displayName } from '@/lib/server/users/display-name';
import { type TopInput, topInput } from '@/lib/validation/usage';
import type { Prisma } from '@/prisma/generated/prisma/client';

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
  return namedTemplates(ctx, await topOf(ctx, scope, input));
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
  return namedTemplates(ctx, await topOf(ctx, { accountId, grain: 'TEMPLATE' }, input));
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
  const top = await topOf(ctx, { accountId, grain: 'USER' }, input);
  const users = await ctx.db.read.user.findMany({ where: { id: { in: top.map(({ id }) => id) } } });
  return named(top, new Map(users.map((user) => [user.id, displayName(user)])));
}

/** The template where the scope is one user's, else the subject; most executions first, then by id. */
async function topOf(
  ctx: ServerContext,
  scope: Prisma.DailyUsageWhereInput,
  input: TopInput,
): Promise<{ id: string; executions: number }[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const range = usageRange(days, ctx.now());
  const groups = await ctx.db.read.dailyUsage.groupBy({
    by: ['subjectId', 'templateId'],
    where: { ...scope, day: { gte: range.from, lte: range.to } },
    _sum: { executions: true },
    orderBy: [{ _sum: { executions: 'desc' } }, { subjectId: 'asc' }, { templateId: 'asc' }],
    take: limit ?? limits.top.default,
  });
  return groups.map(({ subjectId, templateId, _sum }) => ({
    id: templateId || subjectId,
    executions: _sum.executions ?? 0,
  }));
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
