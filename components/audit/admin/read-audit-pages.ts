import { limits } from '@/lib/config/limits';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { type AuditEvent, type AuditFilters, auditLogsQuery } from './audit-query';

/**
 * Every event that the filters ask for, newest first, as many at a time as the API answers. Pages go down from the
 * newest event there was at the start, so what happens meanwhile moves none.
 * @throws Error whose message is a sentence for people; the signal's reason once it is aborted
 */
export async function* readAuditPages(
  filters: AuditFilters,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent[]> {
  const ask = createUncachedQuery(signal);
  const limit = limits.list.max;
  let after: string | null = null;
  for (;;) {
    const variables = { ...filters, limit, after };
    const page: AuditEvent[] = (await ask(auditLogsQuery, variables, 'The audit logs could not be read.'))
      .getAllAuditLogs;
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    after = page.at(-1)?.id ?? null;
  }
}
