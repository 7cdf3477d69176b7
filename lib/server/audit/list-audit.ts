import { endOfDay, startOfDay } from '@/lib/calendar/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { type AuditFilters, auditFilters } from '@/lib/validation/audit';
import type { Page } from '@/lib/validation/lists';
import type { AuditEvent, Prisma } from '@/prisma/generated/prisma/client';

/**
 * The audit trail of the admin's account, newest first.
 * @throws AppError BAD_USER_INPUT
 */
export async function listAudit(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...rest }: AuditFilters & { page: Page },
): Promise<AuditEvent[]> {
  authorize(viewer, 'admin:read');
  const { accountId } = viewer;
  const { userId, action, from, to } = parseInput(auditFilters, rest);
  const where: Prisma.AuditEventWhereInput = {
    accountId,
    ...(userId && { userId }),
    ...(action && { action }),
    createdAt: { ...(from && { gte: startOfDay(from) }), ...(to && { lt: endOfDay(to) }) },
  };
  return listPage(
    page,
    async (id) => (await ctx.db.read.auditEvent.count({ where: { id, accountId } })) > 0,
    (query) =>
      ctx.db.read.auditEvent.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...query }),
  );
}
