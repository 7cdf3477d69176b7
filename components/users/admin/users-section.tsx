'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SectionTitle } from '@/components/ui/section-title';
import { useSecrets } from '@/components/ui/use-secrets';
import { formatQuantity } from '@/lib/format/number';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { messageOf } from '@/lib/graphql-client/errors';
import { useCursorList } from '@/lib/graphql-client/use-cursor-list';
import type { AdminUser } from './admin-user';
import { adminUsersQuery } from './admin-users-query';
import { DisableUserDialog } from './disable-user-dialog';
import { EditUserDialog } from './edit-user-dialog';
import { enableUser } from './enable-user';
import { ResetPasswordDialog } from './reset-password-dialog';
import type { PasswordReset } from './reset-user-password';
import { TemporaryPasswordBanner } from './temporary-password-banner';
import { useUserFilters } from './use-user-filters';
import { UserFilterFields } from './user-filter-fields';
import { userName } from './user-name';
import { UsersList } from './users-list';

type Open = { dialog: 'edit' | 'disable' | 'reset'; user: AdminUser };

/** The users of the account: searched, sorted, paged; edited, disabled and enabled (SPEC.md, section 2, Users page). */
export function UsersSection({ self }: { self: CurrentUser }) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const client = useClient();
  const filters = useUserFilters();
  const list = useCursorList({
    query: adminUsersQuery,
    variables: { accountId: self.account_id, ...filters.variables },
    rowsOf: (data) => data.listUsers,
    typename: 'User',
  });
  const [open, setOpen] = useState<Open | null>(null);
  const [enablingId, setEnablingId] = useState<string | null>(null);
  const passwords = useSecrets<{ id: string; email: string; password: string }>();
  const [result, setResult] = useState<Result | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);

  /** Reads the list anew, in the place of a reading under way: that may have been answered before the change. */
  const tellDone = (text: string) => {
    setResult({ done: true, text });
    list.reload();
  };
  const tellReset = ({ id, email }: AdminUser, { password, sessions_ended }: PasswordReset) => {
    const ended = formatQuantity(sessions_ended, { one: 'session has ended', other: 'sessions have ended' });
    setResult({ done: true, text: `Password reset. ${sessions_ended > 0 ? ended : 'No session was open'}.` });
    passwords.show({ id, email, password });
  };
  const show = (dialog: Open['dialog']) => (user: AdminUser) => {
    setResult(null);
    setOpen({ dialog, user });
  };
  const enable = async (user: AdminUser) => {
    setResult(null);
    setEnablingId(user.id);
    try {
      await enableUser(client, user.id);
      tellDone(`${userName(user)} can sign in again; keys that were active work again.`);
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
      <UserFilterFields filters={filters} />
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
      {open?.dialog === 'edit' && (
        <EditUserDialog
          onClose={() => setOpen(null)}
          onFailed={list.reload}
          onSaved={() => tellDone('User updated.')}
          self={open.user.id === self.id}
          user={open.user}
        />
      )}
      {open?.dialog === 'reset' && (
        <ResetPasswordDialog
          onClose={() => setOpen(null)}
          onFailed={list.reload}
          onReset={(reset) => tellReset(open.user, reset)}
          user={open.user}
        />
      )}
      {open?.dialog === 'disable' && (
        <DisableUserDialog
          onClose={() => setOpen(null)}
          onDisabled={() => tellDone(`${userName(open.user)} is disabled.`)}
          onFailed={list.reload}
          self={open.user.id === self.id}
          user={open.user}
        />
      )}
    </section>
  );
}
