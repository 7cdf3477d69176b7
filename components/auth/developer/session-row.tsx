import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { StackedActions, StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import type { MySession } from './my-sessions-query';
import { sessionName } from './session-name';

export interface SessionRowProps {
  session: MySession;
  /** It is being ended. */
  ending: boolean;
  onEnd: (session: MySession) => void;
  onSignOut: () => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One session: on what device, from where, last used and begun when, and its end. */
export function SessionRow({ session, ending, onEnd, onSignOut, onFocusLost }: SessionRowProps) {
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
            // A double click's second lands on the next row where the first one's has gone by then.
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
