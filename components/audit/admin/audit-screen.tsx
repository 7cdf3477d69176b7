'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { ListHead } from '@/components/ui/list-parts';
import { PageTitle } from '@/components/ui/titles';
import { useListPlace } from '@/components/ui/use-list-place';
import { auditDaysOf } from '@/lib/config/plans';
import { formatDate } from '@/lib/format/date';
import { formatCount } from '@/lib/format/number';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { AuditDownloads } from './audit-downloads';
import { AuditFilterFields } from './audit-filter-fields';
import { type AuditEvent, auditLogsQuery, useAuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';

/** The account's audit log: each action, its actor, and its time (docs/product.md, "Audit log"). */
export function AuditScreen() {
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const [clearings, setClearings] = useState(0);
  const state = useAuditFilters();
  const retention = useRetentionNote();
  const { filters, isFiltered, isValid } = state;
  const list = useCursorList({
    query: auditLogsQuery,
    variables: filters,
    ...useListPlace(),
    rowsOf: (data) => data.getAllAuditLogs,
    typename: 'AuditLog',
    pause: !isValid,
  });
  const clearing = isFiltered && (
    <Button
      className="print:hidden"
      onClick={() => {
        focusTitle();
        setClearings(clearings + 1);
        state.clear();
      }}
      size="small"
      variant="line"
    >
      Clear filters
    </Button>
  );
  return (
    <>
      <PageTitle
        actions={<AuditDownloads filters={filters} isValid={isValid} />}
        note={retention}
        ref={title}
      >
        Audit Logs
      </PageTitle>
      {isFilterable(list.state, isFiltered) && (
        <FilterBar className="mb-4" onFocusLost={focusTitle}>
          <AuditFilterFields clearings={clearings} state={state} />
        </FilterBar>
      )}
      {/* A block of its own, so that the empty state is only as high as its text. */}
      <div>
        {isValid ? (
          <AuditList action={clearing} list={list} isFiltered={isFiltered} onFocusLost={focusTitle} />
        ) : (
          <>
            <ListHead action={clearing} className="min-h-[34px]" line="" />
            <EmptyState>
              <EmptyStateTitle>These filters can't be used.</EmptyStateTitle>
              <EmptyStateText>Correct the marked fields, or clear the filters.</EmptyStateText>
            </EmptyState>
          </>
        )}
      </div>
    </>
  );
}

const words = { loading: 'Loading audit logs...', one: 'event', other: 'events', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

interface AuditListProps {
  list: CursorList<AuditEvent>;
  isFiltered: boolean;
  /** Shown next to the line that says which events these are. */
  action: ReactNode;
  /** The focused button is about to disappear. */
  onFocusLost: () => void;
}

/** The events that match the filters, in pages, in any state (docs/product.md, "States of a screen"). */
function AuditList({ list, isFiltered, action, onFocusLost }: AuditListProps) {
  return (
    <CursorListView
      action={action}
      className="min-h-[34px]"
      empty={
        <EmptyState>
          <EmptyStateTitle>No audit events found.</EmptyStateTitle>
          <EmptyStateText>
            {isFiltered
              ? 'No events match these filters. Change or clear them to see more.'
              : 'Every sign-in and every change to the account, its users, and its keys will appear here.'}
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

const retentionQuery = graphql(`
  query AuditRetention($id: ID!) {
    getAccount(id: $id) {
      id
      plan {
        id
        plan_name
      }
      longerAuditRetention {
        days
        until
      }
    }
  }
`);

/** How long the account's trail is kept, in a sentence; empty until its plan is known. */
function useRetentionNote(): string {
  const { user } = useSession();
  const [{ data, error }] = useQuery({
    query: retentionQuery,
    variables: { id: user?.account_id ?? '' },
    pause: !user,
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (error) console.warn("The plan that says how long the trail is kept couldn't be loaded.", error);
  }, [error]);
  if (!data) return '';
  const { plan, longerAuditRetention: longer } = data.getAccount;
  const { id, plan_name } = plan;
  const days = auditDaysOf(id);
  if (days === null) return `Kept indefinitely on the ${plan_name} plan.`;
  const kept = `Kept for ${formatCount(days)} days on the ${plan_name} plan.`;
  return longer
    ? `${kept} Until ${formatDate(longer.until)}, still for ${formatCount(longer.days)} days.`
    : kept;
}
