'use client';
import { useCallback, useRef, useState } from 'react';
import { AdminTitle } from '@/components/layout/admin-title';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { ListHead } from '@/components/ui/list-head';
import { AuditDownloads } from './audit-downloads';
import { AuditFilterBar } from './audit-filter-bar';
import { AuditList } from './audit-list';
import { useAuditFilters } from './use-audit-filters';
import { useRetentionNote } from './use-retention-note';

/** What was done in the account, by whom and when (SPEC.md, section 2, Audit logs page). */
export function AuditScreen() {
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const [clearings, setClearings] = useState(0);
  const state = useAuditFilters();
  const retention = useRetentionNote();
  const { filters, isFiltered, isValid } = state;
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
      <AdminTitle
        actions={<AuditDownloads filters={filters} isValid={isValid} />}
        note={retention}
        ref={title}
      >
        Audit Logs
      </AdminTitle>
      <AuditFilterBar clearings={clearings} state={state} />
      {/* A block of its own: what is empty is as high as its text. */}
      <div>
        {isValid ? (
          <AuditList action={clearing} filters={filters} isFiltered={isFiltered} onFocusLost={focusTitle} />
        ) : (
          <>
            <ListHead action={clearing} className="min-h-[34px]" line="" />
            <EmptyState>
              <EmptyStateTitle>These filters cannot be used.</EmptyStateTitle>
              <EmptyStateText>Correct what is marked, or clear the filters.</EmptyStateText>
            </EmptyState>
          </>
        )}
      </div>
    </>
  );
}
