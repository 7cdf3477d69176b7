import type { ServerContext } from '@/lib/server/runtime/context';
import type { AuditEvent } from '@/prisma/generated/prisma/client';

/** The audit events that a deed adds, in no particular order. */
export async function eventsOf({ db }: ServerContext, deed: () => Promise<unknown>): Promise<AuditEvent[]> {
  const known = new Set((await db.read.auditEvent.findMany()).map(({ id }) => id));
  await deed();
  return (await db.read.auditEvent.findMany()).filter(({ id }) => !known.has(id));
}
