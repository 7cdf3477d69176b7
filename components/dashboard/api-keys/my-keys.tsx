import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure } from '@/components/ui/failure';
import { listLine } from '@/components/ui/list-line';
import { ListPager } from '@/components/ui/list-pager';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { KeysTable } from './keys-table';
import type { ApiKey } from './my-api-keys-query';

const words = { loading: 'Loading API keys...', one: 'key', other: 'keys', order: 'newest first' };

interface MyKeysProps {
  list: CursorList<ApiKey>;
  onDelete: (key: ApiKey) => void;
  /** The row that had the focus is gone. */
  onFocusLost: () => void;
  onRetry: () => void;
}

/** The person's keys in whatever state the list is, under a line that says which. */
export function MyKeys({ list, onRetry, ...row }: MyKeysProps) {
  const { state } = list;
  return (
    <>
      {/* One line in every state, so that what follows stays where it is. */}
      <p className="mt-2 mb-3 min-h-6 text-[15px] text-muted" role="status">
        {listLine(state, words)}
      </p>
      {state.status === 'loading' && <TableSkeleton />}
      {state.status === 'failed' && <Failure message="API keys could not be loaded." onRetry={onRetry} />}
      {state.status === 'ready' && state.rows.length === 0 && (
        <EmptyState>
          <EmptyStateTitle>No API keys found.</EmptyStateTitle>
          <EmptyStateText>
            A program signs in with a key instead of your password. Create the first one above.
          </EmptyStateText>
        </EmptyState>
      )}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          <KeysTable busy={state.turning} keys={state.rows} {...row} />
          <ListPager labels={{ back: 'Newer', next: 'Older' }} list={list} state={state} what="API keys" />
        </>
      )}
    </>
  );
}
