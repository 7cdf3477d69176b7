import { limits } from '@/lib/config/limits';
import { dayOf } from '@/lib/rules/day';
import { assertOwnAccount } from '@/lib/server/account/get-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/usage/find-usage-user';
import { type RankedSubject, rankSubjects } from '@/lib/server/usage/rank-subjects';
import type { RankedScope } from '@/lib/server/usage/ranked-scope';
import { usageRange } from '@/lib/server/usage/usage-range';
import { displayName } from '@/lib/server/users/user-names';
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
  const users = await ctx.db.read.user.findMany({ where: { id: { in: top.map(({ id }) => id) } } });
  return named(top, new Map(users.map((user) => [user.id, displayName(user)])));
}

async function rank(ctx: ServerContext, scope: RankedScope, input: TopInput): Promise<RankedSubject[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const now = ctx.now();
  return rankSubjects(ctx.db.rows, scope, usageRange(days, now), {
    count: limit ?? limits.top.default,
    today: dayOf(now),
  });
}

async function namedTemplates(ctx: ServerContext, top: RankedSubject[]): Promise<TopEntry[]> {
  if (top.length === 0) return [];
  const ids = Prisma.join(top.map(({ id }) => id));
  const templates = await ctx.db.rows<{ id: string; name: string }>(
    Prisma.sql`SELECT "id", "name" FROM "Template" WHERE "id" IN (${ids})`,
  );
  return named(top, new Map(templates.map((template) => [template.id, template.name])));
}

function named(top: RankedSubject[], names: Map<string, string>): TopEntry[] {
  return top.map((entry) => ({ ...entry, name: names.get(entry.id) ?? entry.id }));
}
