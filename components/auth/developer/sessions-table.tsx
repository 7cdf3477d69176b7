import { StackedBody, StackedHead, StackedTable } from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import type { MySession } from './my-sessions-query';
import { SessionRow, type SessionRowProps } from './session-row';

export interface SessionDeeds extends Omit<SessionRowProps, 'session' | 'ending'> {
  /** The id of the session that is being ended. */
  endingId: string | null;
}

interface SessionsTableProps extends SessionDeeds {
  sessions: MySession[];
}

/** Sessions in rows. */
export function SessionsTable({ sessions, endingId, ...row }: SessionsTableProps) {
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
