import { endOfDay, startOfDay } from '@/lib/calendar/day';
import { type AuditNames, auditNames } from '@/lib/server/audit/audit-names';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { type AuditFilters, auditFilters } from '@/lib/validation/audit';
import type { Page } from '@/lib/validation/lists';
import type { AuditEvent, Prisma } from '@/prisma/generated/prisma/client';

/** An event of the trail, and the way to what its ids stand for: read once for all events of its page. */
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
  let turn: Date | undefined;
  const events = await listPage(
    page,
    async (id) => {
      turn = (await ctx.db.read.auditEvent.findUnique({ where: { id, accountId } }))?.createdAt;
      return turn !== undefined;
    },
    (query) => {
      // Prisma's own condition for a cursor is an OR, which no index serves: deep pages would walk all before them.
      const side = turn && { createdAt: query.take > 0 ? { lte: turn } : { gte: turn } };
      const orderBy: Prisma.AuditEventOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }];
      return ctx.db.read.auditEvent.findMany({ where: { AND: [where, side ?? {}] }, orderBy, ...query });
    },
  );
  let reading: ReturnType<typeof auditNames> | undefined;
  const names = async (event: AuditEvent) => {
    reading ??= auditNames(ctx.db.read, accountId, events);
    return (await reading)(event);
  };
  return events.map((event) => ({ ...event, names: () => names(event) }));
}
