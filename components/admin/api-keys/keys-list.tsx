'use client';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure } from '@/components/ui/failure';
import { listLine } from '@/components/ui/list-line';
import { ListPager } from '@/components/ui/list-pager';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { AccountKey } from './account-keys-query';
import type { OnKeyAction } from './key-actions';
import { KeysTable } from './keys-table';

const words = { loading: 'Loading API keys...', one: 'key', other: 'keys', order: 'newest first' };

interface KeysListProps {
  list: CursorList<AccountKey>;
  /** Whether the list is narrowed, so that an empty one says nothing of the account. */
  filtered: boolean;
  onClearFilters: () => void;
  onRetry: () => void;
  onAction: OnKeyAction;
  onFocusLost: () => void;
}

/** The account's keys in whatever state the list is, under a line that says which. */
export function KeysList({ list, filtered, onClearFilters, onRetry, ...row }: KeysListProps) {
  const { state } = list;
  return (
    <>
      {/* One line in every state, so that what follows stays where it is. */}
      <p className="mt-4 mb-3 min-h-6 text-[15px] text-muted" role="status">
        {listLine(state, words)}
      </p>
      {state.status === 'loading' && <TableSkeleton rows={5} />}
      {state.status === 'failed' && <Failure message="API keys could not be loaded." onRetry={onRetry} />}
      {state.status === 'ready' && state.rows.length === 0 && (
        <EmptyState>
          <EmptyStateTitle>No API keys found.</EmptyStateTitle>
          <EmptyStateText>
            {filtered
              ? 'No key of the account matches these filters.'
              : 'A program signs in with a key instead of a password. Create the first one with the button above, for the user it acts for.'}
          </EmptyStateText>
          {filtered && (
            <EmptyStateAction>
              <Button onClick={onClearFilters} size="small" variant="line">
                Clear filters
              </Button>
            </EmptyStateAction>
          )}
        </EmptyState>
      )}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          <KeysTable busy={state.turning} keys={state.rows} {...row} />
          <ListPager list={list} state={state} what="API keys" />
        </>
      )}
    </>
  );
}
