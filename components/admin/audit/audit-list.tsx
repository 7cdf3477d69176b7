'use client';
import type { ReactNode } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure } from '@/components/ui/failure';
import { listLine } from '@/components/ui/list-line';
import { ListPager } from '@/components/ui/list-pager';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AuditFilters, auditLogsQuery } from './audit-query';
import { AuditTable } from './audit-table';
import { ListHead } from './list-head';

const words = { loading: 'Loading audit logs...', one: 'event', other: 'events', order: 'newest first' };

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
  const { state } = list;
  return (
    <>
      <ListHead action={action} line={listLine(state, words)} />
      {state.status === 'loading' && <TableSkeleton rows={6} />}
      {state.status === 'failed' && (
        <Failure
          message="Failed to load audit logs."
          onRetry={() => {
            onFocusLost();
            list.reload();
          }}
        />
      )}
      {state.status === 'ready' && state.rows.length === 0 && (
        <EmptyState>
          <EmptyStateTitle>No audit events found.</EmptyStateTitle>
          <EmptyStateText>
            {isFiltered
              ? 'Nothing was done that fits these filters. Change or clear them to see more.'
              : 'Every sign-in and every change to the account, its users and its keys will stand here.'}
          </EmptyStateText>
        </EmptyState>
      )}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          <AuditTable busy={state.turning} events={state.rows} />
          <ListPager
            labels={{ back: 'Newer', next: 'Older' }}
            list={list}
            state={state}
            what="audit events"
          />
        </>
      )}
    </>
  );
}
