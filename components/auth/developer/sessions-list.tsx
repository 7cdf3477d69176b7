'use client';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Client, useQuery } from 'urql';
import { Button } from '@/components/ui/button';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { ListHead } from '@/components/ui/list-parts';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { TableSkeleton } from '@/components/ui/skeleton';
import { StatusMark } from '@/components/ui/status-mark';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { WholeWords } from '@/components/ui/whole-words';
import { limits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';
import { sendMutation } from '@/lib/graphql-client/calls';
import { waitSentence } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

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

interface SessionActions {
  /** The id of the session that is being ended. */
  endingId: string | null;
  onEnd: (session: MySession) => void;
  onSignOut: () => void;
  /** A row is disappearing with the focus. */
  onFocusLost: () => void;
}

interface SessionsTableProps extends SessionActions {
  sessions: MySession[];
}

/** How many sessions are shown until all are asked for. */
const shownFirst = 3;

/** Sessions in rows: the first few, and all on demand. */
export function SessionsTable({ sessions, ...actions }: SessionsTableProps) {
  const id = useId();
  const table = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const toggle = () => {
    // Now, so that the rows are there to take the focus.
    flushSync(() => setWhole(!isWhole));
    if (isWhole) return;
    // The button is below the rows that it shows: the reader continues at the first of them.
    const row = table.current?.querySelectorAll<HTMLElement>('tbody tr')[shownFirst];
    if (row) row.tabIndex = -1;
    row?.focus();
  };
  return (
    <>
      <div id={id} ref={table}>
        <DataTable
          columns={sessionColumns(actions)}
          keyOf={({ id }) => id}
          label="Your sessions"
          onFocusLost={actions.onFocusLost}
          rows={isWhole ? sessions : sessions.slice(0, shownFirst)}
        />
      </div>
      {sessions.length > shownFirst && (
        <Button
          aria-controls={id}
          aria-expanded={isWhole}
          className="mt-3"
          onClick={toggle}
          size="small"
          variant="line"
        >
          {isWhole ? 'Show fewer sessions' : `Show all ${formatCount(sessions.length)} sessions`}
        </Button>
      )}
    </>
  );
}

/** A session's device, its address, when it was last used and started, and a button that ends it. */
const sessionColumns = ({ endingId, onEnd, onSignOut }: SessionActions): DataColumn<MySession>[] => [
  {
    head: 'Device',
    minWidth: 160,
    priority: 9,
    cell: ({ device, is_current }) => (
      <>
        <WholeWords className="font-medium" text={device} />
        {is_current && (
          <span className="text-[13px] text-muted">
            <StatusMark tone="good">This device</StatusMark>
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Last used',
    minWidth: 118,
    priority: 3,
    cell: ({ last_used_at }) => <Moment at={last_used_at} />,
  },
  { head: 'Signed in', minWidth: 118, priority: 1, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    head: 'Address',
    minWidth: 136,
    priority: 2,
    cell: ({ address }) =>
      address ? (
        <WholeWords className="font-mono text-[13px]" text={address} />
      ) : (
        <span className="text-muted">Not known</span>
      ),
  },
  {
    head: 'End',
    bare: true,
    minWidth: 112,
    priority: 8,
    kind: 'actions',
    cell: (session) =>
      session.is_current ? (
        <Button onClick={onSignOut} size="small" variant="line">
          Sign out
          <span className="sr-only"> of this device</span>
        </Button>
      ) : (
        <Button
          aria-busy={session.id === endingId || undefined}
          // The second click of a double click can land on the next row, once the first row is gone.
          onClick={({ detail }) => session.id !== endingId && detail < 2 && onEnd(session)}
          size="small"
          variant="danger"
        >
          End session
          <span className="sr-only"> on {sessionName(session)}</span>
        </Button>
      ),
  },
];

/** The user's sessions: this one first, then the most recently used. */
const mySessionsQuery = graphql(`
  query MySessions {
    mySessions {
      id
      device
      address
      createdAt
      last_used_at
      is_current
    }
  }
`);

/** A session as the list shows it; times are epoch milliseconds. */
export type MySession = ResultOf<typeof mySessionsQuery>['mySessions'][number];

/** A session in words: `Firefox on Linux (203.0.113.7)`. */
export const sessionName = ({ device, address }: Pick<MySession, 'device' | 'address'>) =>
  address ? `${device} (${address})` : device;

type MySessions = {
  state:
    | { status: 'loading' }
    /** `wait`: see waitSentence. */
    | { status: 'failed'; wait: string | null }
    | { status: 'ready'; sessions: MySession[] };
  /** Reads the list again; a request in progress is dropped. */
  reload: () => void;
};

/** The user's own sessions. A change of the user reads them again, because a new password ends the others. */
export function useMySessions(): MySessions {
  const [readings, setReadings] = useState(0);
  // A new context makes urql send the query again.
  const context = useMemo(() => ({ additionalTypenames: ['User'], readings }), [readings]);
  const [{ data, error, fetching }] = useQuery({
    query: mySessionsQuery,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
  });
  useEffect(() => {
    if (error) console.warn("The sessions couldn't be loaded.", error);
  }, [error]);
  const reload = () => setReadings((before) => before + 1);
  if (data && !error) return { state: { status: 'ready', sessions: data.mySessions }, reload };
  if (fetching) return { state: { status: 'loading' }, reload };
  return { state: { status: 'failed', wait: waitSentence(error) }, reload };
}

const endSessionMutation = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Ends one of the user's sessions. @throws Error with a sentence for people */
export async function endOneSession(client: Client, id: string): Promise<void> {
  await sendMutation(client, endSessionMutation, { id }, "The session couldn't be ended. Try again.");
}

/** Ends all of the user's sessions but this one. @returns how many. @throws Error with a sentence for people */
export async function endAllOtherSessions(client: Client): Promise<number> {
  const fallback = "The other sessions couldn't be ended. Try again.";
  return (await sendMutation(client, endOtherSessionsMutation, {}, fallback)).endOtherSessions;
}
