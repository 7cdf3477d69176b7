import { Failure } from '@/components/ui/failure';
import { ListHead } from '@/components/ui/list-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { EndOthersButton } from './end-others-button';
import { sessionsLine } from './sessions-line';
import { type SessionDeeds, SessionsTable } from './sessions-table';
import type { MySessions } from './use-my-sessions';

interface SessionsListProps extends SessionDeeds {
  list: MySessions;
  onEndOthers: () => void;
}

/** The person's sessions in whatever state the list is, under a line that says which. */
export function SessionsList({ list, onEndOthers, ...deeds }: SessionsListProps) {
  const { state } = list;
  const hasOthers = state.status === 'ready' && state.sessions.some(({ is_current }) => !is_current);
  return (
    <>
      <ListHead
        action={hasOthers && <EndOthersButton onClick={onEndOthers} onFocusLost={deeds.onFocusLost} />}
        className="mt-2"
        line={sessionsLine(state)}
      />
      {state.status === 'loading' && <TableSkeleton rows={2} />}
      {state.status === 'failed' && (
        <Failure
          message="Sessions could not be loaded."
          onRetry={() => {
            deeds.onFocusLost();
            list.reload();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'ready' && <SessionsTable sessions={state.sessions} {...deeds} />}
    </>
  );
}
