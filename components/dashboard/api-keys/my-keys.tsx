import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure } from '@/components/ui/failure';
import { KeysPager } from './keys-pager';
import { KeysSkeleton } from './keys-skeleton';
import { KeysTable } from './keys-table';
import type { ApiKey } from './my-api-keys-query';
import type { ApiKeysState, MyApiKeys } from './use-my-api-keys';

interface MyKeysProps {
  list: MyApiKeys;
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
        {lineOf(state)}
      </p>
      {state.status === 'loading' && <KeysSkeleton />}
      {state.status === 'failed' && <Failure message="API keys could not be loaded." onRetry={onRetry} />}
      {state.status === 'ready' && state.keys.length === 0 && (
        <EmptyState>
          <EmptyStateTitle>No API keys found.</EmptyStateTitle>
          <EmptyStateText>
            A program signs in with a key instead of your password. Create the first one above.
          </EmptyStateText>
        </EmptyState>
      )}
      {state.status === 'ready' && state.keys.length > 0 && (
        <>
          <KeysTable busy={state.turning} keys={state.keys} {...row} />
          <KeysPager list={list} state={state} />
        </>
      )}
    </>
  );
}

function lineOf(state: ApiKeysState): string {
  if (state.status === 'loading') return 'Loading API keys...';
  if (state.status === 'failed' || state.keys.length === 0) return '';
  if (state.turning) return 'Loading API keys...';
  const { skipped, keys } = state;
  if (skipped > 0 || state.hasOlder) return `Keys ${skipped + 1} to ${skipped + keys.length}, newest first`;
  return keys.length === 1 ? '1 key' : `${keys.length} keys, newest first`;
}
