'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { Outcome, useListResult } from '@/components/ui/outcome';
import { useSecrets } from '@/components/ui/secret-banner';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { formatQuantity } from '@/lib/format/number';
import { messageOf } from '@/lib/graphql-client/client-errors';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { type AdminUser, userName } from './admin-user';
import { DisableUserDialog, enableUser, type StatusChange } from './disable-user-dialog';
import { EditUserDialog } from './edit-user-dialog';
import { InviteSection } from './invite-section';
import { type PasswordReset, ResetPasswordDialog } from './reset-password-dialog';
import { TemporaryPasswordBanner } from './temporary-password-banner';
import { UserFilterFields, useUserFilters, useUsers } from './user-filters';
import { UsersList } from './users-list';

/** The people of the account (docs/product.md, "Users"). */
export function UsersScreen() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle note="Invite people to the account, and decide what each may do.">Manage Users</PageTitle>
      <InviteSection accountId={user.account_id} />
      <UsersSection self={user} />
    </>
  );
}

type Open = { dialog: 'edit' | 'disable' | 'reset'; user: AdminUser };

/** The users of the account: searched, sorted, paged; edited, disabled and enabled (docs/product.md, "Users"). */
function UsersSection({ self }: { self: CurrentUser }) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const client = useClient();
  const filters = useUserFilters();
  const users = useUsers(self.account_id, filters.variables);
  const { list, result, setResult } = useListResult(users, filters.variables);
  const [open, setOpen] = useState<Open | null>(null);
  const [enablingId, setEnablingId] = useState<string | null>(null);
  const passwords = useSecrets<{ id: string; email: string; password: string }>();
  const focusTitle = useCallback(() => title.current?.focus(), []);

  /** Reads the list again, and drops a reading under way: its response may be older than the change. */
  const showDone = (text: string) => {
    setResult({ done: true, text });
    list.reload();
  };
  const showReset = ({ id, email }: AdminUser, { password, sessions_ended }: PasswordReset) => {
    const ended = formatQuantity(sessions_ended, { one: 'session has ended', other: 'sessions have ended' });
    setResult({ done: true, text: `Password reset. ${sessions_ended > 0 ? ended : 'No session was open'}.` });
    passwords.show({ id, email, password });
    list.reload();
  };
  const show = (dialog: Open['dialog']) => (user: AdminUser) => {
    setResult(null);
    setOpen({ dialog, user });
  };
  const enable = async (user: AdminUser) => {
    setResult(null);
    setEnablingId(user.id);
    try {
      const change = await enableUser(client, user.id);
      showDone(
        change === 'already'
          ? `${userName(user)} is already enabled.`
          : `${userName(user)} can sign in again; keys that were active work again.`,
      );
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
      list.reload();
    }
    setEnablingId(null);
  };

  return (
    <section aria-labelledby={titleId} className="mt-12">
      <SectionTitle className="mb-4 w-fit" id={titleId} ref={title} tabIndex={-1}>
        Existing Users
      </SectionTitle>
      {isFilterable(list.state, filters.filtered) && (
        <FilterBar onFocusLost={focusTitle}>
          <UserFilterFields filters={filters} />
        </FilterBar>
      )}
      {passwords.shown.map(({ id, email, password }) => (
        <TemporaryPasswordBanner
          email={email}
          key={password}
          onDone={() => {
            passwords.forget(id);
            focusTitle();
          }}
          password={password}
        />
      ))}
      <Outcome className="mt-4" result={result} />
      <UsersList
        enablingId={enablingId}
        filters={filters}
        list={list}
        onDisable={show('disable')}
        onEdit={show('edit')}
        onEnable={enable}
        onFocusLost={focusTitle}
        onResetPassword={show('reset')}
        selfId={self.id}
      />
      {open && (
        <UserDialog
          onClose={() => setOpen(null)}
          onDone={showDone}
          onFailed={list.reload}
          onReset={showReset}
          open={open}
          selfId={self.id}
        />
      )}
    </section>
  );
}

interface UserDialogProps {
  open: Open;
  selfId: string;
  /** @param text says what was done */
  onDone: (text: string) => void;
  onReset: (user: AdminUser, reset: PasswordReset) => void;
  onFailed: () => void;
  onClose: () => void;
}

/** The open dialog about one user. */
function UserDialog({ open: { dialog, user }, selfId, onDone, onReset, onFailed, onClose }: UserDialogProps) {
  const shared = { onClose, onFailed, user };
  const isSelf = user.id === selfId;
  const name = userName(user);
  const showReset = (reset: PasswordReset) => onReset(user, reset);
  const showSaved = (already: boolean) =>
    onDone(already ? `${name} already has these changes.` : 'User updated.');
  const showDisabled = (change: StatusChange) =>
    onDone(`${name} is ${change === 'already' ? 'already ' : ''}disabled.`);
  if (dialog === 'edit')
    return <EditUserDialog {...shared} onReset={showReset} onSaved={showSaved} self={isSelf} />;
  if (dialog === 'reset') return <ResetPasswordDialog {...shared} onReset={showReset} />;
  return <DisableUserDialog {...shared} onDisabled={showDisabled} self={isSelf} />;
}
