import type { AuditAction } from '@/lib/config/audit-actions';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { AuditEvent, Prisma } from '@/prisma/generated/prisma/client';

/** Makes an account that has no people, only a trail. Returns its id. */
export async function accountWithTrail(
  ctx: ServerContext,
  id: string,
  planId = 'plan_basic',
): Promise<string> {
  const now = ctx.now();
  const account = { id, name: id, planId, settings: {}, createdAt: now, updatedAt: now };
  await ctx.db.write((tx) => tx.account.create({ data: { ...account, status: 'ACTIVE', demo: false } }));
  return id;
}

/** Adds events to an account's trail, one per moment. */
export async function addToTrail(
  ctx: ServerContext,
  accountId: string,
  moments: readonly Date[],
  {
    action = 'account.update',
    changes = {},
  }: { action?: AuditAction; changes?: Record<string, { from: Prisma.InputJsonValue; to: string }> } = {},
): Promise<void> {
  await ctx.db.write(async (tx) => {
    for (const at of moments)
      await recordAudit(
        tx,
        { ...ctx, now: () => at },
        { action, actor: null, accountId, entityId: accountId, changes },
      );
  });
}

/** `count` moments, a day apart, the last of them `ago` days before `now`. */
export const daily = (now: Date, count: number, ago = 0): Date[] =>
  Array.from(
    { length: count },
    (_, index) => new Date(now.getTime() - (ago + count - 1 - index) * 86_400_000),
  );

/** The audit events that some work adds, in no particular order. */
export async function eventsOf({ db }: ServerContext, work: () => Promise<unknown>): Promise<AuditEvent[]> {
  const known = new Set((await db.prisma.auditEvent.findMany()).map(({ id }) => id));
  await work();
  return (await db.prisma.auditEvent.findMany()).filter(({ id }) => !known.has(id));
}
