import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A page of the account's audit trail, newest first. */
export const auditLogsQuery = graphql(`
  query AuditLogs($limit: Int, $after: ID, $userId: ID, $action: String, $from: Date, $to: Date) {
    getAllAuditLogs(limit: $limit, after: $after, userId: $userId, action: $action, from: $from, to: $to) {
      id
      user_id
      user_name
      account_id
      action
      entity_name
      metadata
      created_at
    }
  }
`);

/** An event as the list shows it; moments are epoch milliseconds. */
export type AuditEvent = ResultOf<typeof auditLogsQuery>['getAllAuditLogs'][number];

/** Which events are asked for; null: whichever. */
export type AuditFilters = Record<'userId' | 'action' | 'from' | 'to', string | null>;
