'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/outcome';
import { useTimes } from '@/components/ui/use-times';
import { type AdminUser, userName } from './admin-user';
import { disableUser, type StatusChange } from './change-user-status';
import { accessWords, useUserAccess } from './user-access';

interface DisableUserDialogProps {
  user: AdminUser;
  /** The person at the screen is about to disable themself. */
  self: boolean;
  /** The user is disabled: by this person, or already before. */
  onDisabled: (change: StatusChange) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
  onClose: () => void;
}

/**
 * Asks before a user is disabled, and says first what that stops. If that can't be read, the user can be disabled all
 * the same. A user who is already disabled gets no question.
 */
export function DisableUserDialog({ user, self, onDisabled, onFailed, onClose }: DisableUserDialogProps) {
  const client = useClient();
  useTimes();
  const access = useUserAccess(user.id);
  const keepButton = useRef<HTMLButtonElement>(null);
  const wayBack = self
    ? 'This is you: you are signed out, and only another admin can enable you again.'
    : 'The user can be enabled again.';

  const isDisabled = access.status === 'ready' && access.data.status === 'DISABLED';
  const wasDisabled = useEffectEvent(() => {
    onClose();
    onDisabled('already');
  });
  useEffect(() => {
    if (isDisabled) wasDisabled();
  }, [isDisabled]);

  const disable = async () => {
    try {
      onDisabled(await disableUser(client, user.id));
    } catch (error) {
      onFailed();
      throw error;
    }
  };

  return (
    <ConfirmDialog
      body={
        // Announced once it is known: the focus is on Keep by then.
        <span aria-live="polite" className="block min-h-[4lh]">
          {access.status === 'ready' && (
            <>
              {accessWords(access.data, Date.now())} {wayBack}
            </>
          )}
          {access.status === 'failed' && (
            <>
              Sessions end and API keys stop working, at once. Open jobs are canceled, and don't come back.{' '}
              {wayBack}
            </>
          )}
          {access.status === 'loading' && 'Looking up what stops...'}
        </span>
      }
      cancelButton={keepButton}
      confirmLabel="Disable"
      onConfirm={disable}
      onOpenChange={(open) => !open && onClose()}
      open
      question={
        <span className="wrap-anywhere">
          Disable <bdi>{userName(user)}</bdi>?
        </span>
      }
      ready={access.status !== 'loading'}
    >
      {access.status === 'failed' && (
        <Failure
          message="Couldn't check what this affects."
          onRetry={() => {
            keepButton.current?.focus();
            access.retry();
          }}
          wait={access.wait}
        />
      )}
    </ConfirmDialog>
  );
}
