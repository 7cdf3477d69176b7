import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { OnKeyAction } from './key-dialogs';
import { KeysTable } from './keys-table';
import type { ApiKey } from './my-api-keys-query';

const words = { loading: 'Loading API keys...', one: 'key', other: 'keys', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

interface MyKeysProps {
  list: CursorList<ApiKey>;
  onAction: OnKeyAction;
  /** The row that had the focus is gone. */
  onFocusLost: () => void;
}

/** The person's keys in whatever state the list is, under a line that says which. */
export function MyKeys({ list, ...row }: MyKeysProps) {
  return (
    <CursorListView
      className="mt-2"
      empty={
        <EmptyState>
          <EmptyStateTitle>No API keys found.</EmptyStateTitle>
          <EmptyStateText>
            A program signs in with a key instead of your password. Create the first one above.
          </EmptyStateText>
        </EmptyState>
      }
      failure="API keys could not be loaded."
      labels={labels}
      list={list}
      onFocusLost={row.onFocusLost}
      what="API keys"
      words={words}
    >
      {(keys, busy) => <KeysTable busy={busy} keys={keys} {...row} />}
    </CursorListView>
  );
}
