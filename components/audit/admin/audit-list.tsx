'use client';
import type { ReactNode } from 'react';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AuditFilters, auditLogsQuery } from './audit-query';
import { AuditTable } from './audit-table';

const words = { loading: 'Loading audit logs...', one: 'event', other: 'events', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

interface AuditListProps {
  filters: AuditFilters;
  isFiltered: boolean;
  /** Stands beside the line that says which events these are. */
  action: ReactNode;
  /** The button that had the focus is about to go. */
  onFocusLost: () => void;
}

/** The events that the filters ask for, a page at a time, in whatever state they are (SPEC.md, section 8). */
export function AuditList({ filters, isFiltered, action, onFocusLost }: AuditListProps) {
  const list = useCursorList({
    query: auditLogsQuery,
    variables: filters,
    rowsOf: (data) => data.getAllAuditLogs,
    typename: 'AuditLog',
  });
  return (
    <CursorListView
      action={action}
      className="min-h-[34px]"
      empty={
        <EmptyState>
          <EmptyStateTitle>No audit events found.</EmptyStateTitle>
          <EmptyStateText>
            {isFiltered
              ? 'Nothing was done that fits these filters. Change or clear them to see more.'
              : 'Every sign-in and every change to the account, its users and its keys will stand here.'}
          </EmptyStateText>
        </EmptyState>
      }
      failure="Failed to load audit logs."
      labels={labels}
      list={list}
      onFocusLost={onFocusLost}
      skeleton={6}
      what="audit events"
      words={words}
    >
      {(events, busy) => <AuditTable busy={busy} events={events} />}
    </CursorListView>
  );
}
