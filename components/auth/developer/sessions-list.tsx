import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/failure';
import { ListHead } from '@/components/ui/list-head';
import { Moment } from '@/components/ui/moment';
import {
  StackedActions,
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { limits } from '@/lib/config/limits';
import { type MySession, type MySessions, sessionName } from './use-my-sessions';

interface SessionsListProps extends SessionActions {
  list: MySessions;
  onEndOthers: () => void;
}

/** The user's sessions, in any state of the list, under a line that says which they are. */
export function SessionsList({ list, onEndOthers, ...actions }: SessionsListProps) {
  const { state } = list;
  const hasOthers = state.status === 'ready' && state.sessions.some(({ is_current }) => !is_current);
  return (
    <>
      <ListHead
        action={hasOthers && <EndOthersButton onClick={onEndOthers} onFocusLost={actions.onFocusLost} />}
        className="mt-2"
        line={sessionsLine(state)}
      />
      {state.status === 'loading' && <TableSkeleton rows={2} />}
      {state.status === 'failed' && (
        <Failure
          message="Sessions couldn't be loaded."
          onRetry={() => {
            actions.onFocusLost();
            list.reload();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'ready' && <SessionsTable sessions={state.sessions} {...actions} />}
    </>
  );
}

/** The line above the list; empty if it failed. */
function sessionsLine(state: MySessions['state']): string {
  if (state.status === 'loading') return 'Loading sessions...';
  if (state.status === 'failed') return '';
  const { length } = state.sessions;
  if (length <= 1) return 'You are signed in nowhere else.';
  return length < limits.session.listed
    ? `${length} sessions, this one first, then last used first`
    : `The ${length} sessions last used`;
}

interface EndOthersButtonProps {
  onClick: () => void;
  /** The button is disappearing with the focus. */
  onFocusLost: () => void;
}

/** Ends all sessions but this one; disappears once there's no other. */
function EndOthersButton({ onClick, onFocusLost }: EndOthersButtonProps) {
  const place = useFocusLost<HTMLDivElement>(onFocusLost);
  return (
    <div ref={place}>
      <Button onClick={onClick} size="small" variant="line">
        End all other sessions
      </Button>
    </div>
  );
}

interface SessionActions extends Omit<SessionRowProps, 'session' | 'ending'> {
  /** The id of the session that is being ended. */
  endingId: string | null;
}

interface SessionsTableProps extends SessionActions {
  sessions: MySession[];
}

/** Sessions in rows. */
function SessionsTable({ sessions, endingId, ...row }: SessionsTableProps) {
  return (
    <StackedTable label="Your sessions">
      <StackedHead>
        <ColumnHeader>Device</ColumnHeader>
        <ColumnHeader>Last used</ColumnHeader>
        <ColumnHeader>Signed in</ColumnHeader>
        <ColumnHeader>Address</ColumnHeader>
        <ColumnHeader>
          <span className="sr-only">End</span>
        </ColumnHeader>
      </StackedHead>
      <StackedBody>
        {sessions.map((session) => (
          <SessionRow ending={session.id === endingId} key={session.id} session={session} {...row} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}

interface SessionRowProps {
  session: MySession;
  /** It is being ended. */
  ending: boolean;
  onEnd: (session: MySession) => void;
  onSignOut: () => void;
  /** The row is disappearing with the focus. */
  onFocusLost: () => void;
}

/** One session: its device, its address, when it was last used and started, and a button that ends it. */
function SessionRow({ session, ending, onEnd, onSignOut, onFocusLost }: SessionRowProps) {
  const row = useFocusLost<HTMLTableRowElement>(onFocusLost);
  const { device, address, last_used_at, createdAt, is_current } = session;

  return (
    <StackedRow ref={row}>
      <StackedRowHeader>
        <span className="block font-medium">{device}</span>
        {is_current && (
          <span className="text-[13px] text-muted">
            <StatusMark tone="good">This device</StatusMark>
          </span>
        )}
      </StackedRowHeader>
      <StackedCell column="Last used">
        <Moment at={last_used_at} />
      </StackedCell>
      <StackedCell column="Signed in">
        <Moment at={createdAt} />
      </StackedCell>
      <StackedCell column="Address">
        {address ? (
          <span className="wrap-anywhere font-mono text-[13px]">{address}</span>
        ) : (
          <span className="text-muted">Not known</span>
        )}
      </StackedCell>
      <StackedActions corner>
        {is_current ? (
          <Button onClick={onSignOut} size="small" variant="line">
            Sign out
            <span className="sr-only"> of this device</span>
          </Button>
        ) : (
          <Button
            aria-busy={ending || undefined}
            // The second click of a double click can land on the next row, once the first row is gone.
            onClick={({ detail }) => !ending && detail < 2 && onEnd(session)}
            size="small"
            variant="danger"
          >
            End session
            <span className="sr-only"> on {sessionName(session)}</span>
          </Button>
        )}
      </StackedActions>
    </StackedRow>
  );
}
