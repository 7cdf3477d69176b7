import { scopeWords } from '@/components/auth/admin/scope-words';
import { Button } from '@/components/ui/button';
import { StackedActions, StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { formatDate, formatIsoMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import type { AdminUser } from './admin-user';
import { fullName } from './full-name';
import { roleWords } from './role-words';

export interface UserRowProps {
  user: AdminUser;
  /** The row's person is the one at the screen. */
  self: boolean;
  /** The user is being enabled. */
  enabling: boolean;
  onEdit: (user: AdminUser) => void;
  onDisable: (user: AdminUser) => void;
  onResetPassword: (user: AdminUser) => void;
  onEnable: (user: AdminUser) => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One user: who it is, what they may do, since when, and what can be done about it. */
export function UserRow({ user, self, enabling, onFocusLost, ...on }: UserRowProps) {
  const row = useFocusLost<HTMLTableRowElement>(onFocusLost);
  const { email, role, scopes, status, createdAt } = user;
  const name = fullName(user);
  const active = status === 'ACTIVE';
  const whom = <span className="sr-only"> {email}</span>;

  return (
    <StackedRow ref={row}>
      <StackedRowHeader>
        <bdi className="wrap-anywhere block max-w-[32ch] font-medium">{email}</bdi>
        {self && <span className="text-[13px] text-muted">You</span>}
      </StackedRowHeader>
      <StackedCell column="Name">
        {name ? (
          <bdi className="wrap-anywhere block max-w-[26ch]">{name}</bdi>
        ) : (
          <span className="text-muted">—</span>
        )}
      </StackedCell>
      <StackedCell column="Role">{roleWords[role]}</StackedCell>
      <StackedCell column="Scopes">{scopeWords(scopes)}</StackedCell>
      <StackedCell column="Status">
        <StatusMark tone={active ? 'good' : 'off'}>{active ? 'Active' : 'Disabled'}</StatusMark>
      </StackedCell>
      <StackedCell column="Joined">
        <time className="block whitespace-nowrap" dateTime={formatIsoMoment(createdAt)}>
          {formatDate(createdAt)}
          <span className="block text-[13px] text-muted">{formatRelative(createdAt, Date.now())}</span>
        </time>
      </StackedCell>
      <StackedActions>
        {/* Side by side: the columns of text give way. */}
        <div className="flex gap-2">
          <Button onClick={() => on.onEdit(user)} size="small" variant="line">
            Edit{whom}
          </Button>
          {/* One button for both, so that it keeps the focus as it turns. */}
          <Button
            aria-busy={enabling || undefined}
            className="min-w-[76px]"
            onClick={() => !enabling && (active ? on.onDisable(user) : on.onEnable(user))}
            size="small"
            variant={active ? 'danger' : 'line'}
          >
            {active ? 'Disable' : 'Enable'}
            {whom}
          </Button>
        </div>
        {/* One's own is set in Settings. */}
        {!self && (
          <Button onClick={() => on.onResetPassword(user)} size="small" variant="line">
            Reset password{whom}
          </Button>
        )}
      </StackedActions>
    </StackedRow>
  );
}
