import { endOfDay, startOfDay } from '@/lib/rules/day';
import { type AuditNames, auditNames } from '@/lib/server/audit/audit-names';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
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
    (id) => ctx.db.read.auditEvent.findUnique({ where: { id, accountId }, select: placeColumns }),
    ({ take, from }) =>
      ctx.db.read.auditEvent.findMany({
        where: { AND: [where, wherePlace(from, take)] },
        orderBy: newestFirst,
        take,
      }),
  );
  let reading: ReturnType<typeof auditNames> | undefined;
  const names = async (event: AuditEvent) => {
    reading ??= auditNames(ctx.db.read, accountId, events);
    return (await reading)(event);
  };
  return events.map((event) => ({ ...event, names: () => names(event) }));
}
