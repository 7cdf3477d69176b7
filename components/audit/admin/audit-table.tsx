import { StackedBody, StackedHead, StackedTable } from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import type { AuditEvent } from './audit-query';
import { AuditRow } from './audit-row';

interface AuditTableProps {
  events: AuditEvent[];
  /** Other events are on their way. */
  busy: boolean;
}

/** Events in rows, newest first. */
export function AuditTable({ events, busy }: AuditTableProps) {
  return (
    <StackedTable busy={busy} label="Audit events">
      <StackedHead>
        <ColumnHeader className="w-[18%]">User ID</ColumnHeader>
        <ColumnHeader className="w-[18%]">Account ID</ColumnHeader>
        <ColumnHeader className="w-[30%]">Action</ColumnHeader>
        <ColumnHeader className="w-[22%]">Metadata</ColumnHeader>
        <ColumnHeader className="w-[12%]">Timestamp</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {events.map((event) => (
          <AuditRow event={event} key={event.id} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}
