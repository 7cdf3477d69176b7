'use client';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
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
  onAction: OnKeyAction;
  onFocusLost: () => void;
}

/** The account's keys in whatever state the list is, under a line that says which. */
export function KeysList({ list, filtered, onClearFilters, ...row }: KeysListProps) {
  return (
    <CursorListView
      className="mt-4"
      empty={<NoKeys filtered={filtered} onClearFilters={onClearFilters} />}
      failure="API keys could not be loaded."
      list={list}
      onFocusLost={row.onFocusLost}
      skeleton={5}
      what="API keys"
      words={words}
    >
      {(keys, busy) => <KeysTable busy={busy} keys={keys} {...row} />}
    </CursorListView>
  );
}

function NoKeys({ filtered, onClearFilters }: Pick<KeysListProps, 'filtered' | 'onClearFilters'>) {
  return (
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
  );
}
