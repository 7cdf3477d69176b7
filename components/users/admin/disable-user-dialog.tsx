'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { Failure } from '@/components/ui/failure';
import { accessWords } from './access-words';
import type { AdminUser } from './admin-user';
import { disableUser } from './disable-user';
import { useUserAccess } from './use-user-access';
import { userName } from './user-name';

interface DisableUserDialogProps {
  user: AdminUser;
  /** The person at the screen is about to disable themself. */
  self: boolean;
  onDisabled: () => void;
  /** It failed, as far as is known here. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks before a user is disabled, and says first what that stops; until that is known there is nothing to confirm. */
export function DisableUserDialog({ user, self, onDisabled, onFailed, onClose }: DisableUserDialogProps) {
  const client = useClient();
  const { access, failed, wait, readAgain } = useUserAccess(user.id);
  const keepButton = useRef<HTMLButtonElement>(null);

  const disable = async () => {
    try {
      await disableUser(client, user.id);
    } catch (error) {
      onFailed();
      throw error;
    }
    onDisabled();
  };

  return (
    <ConfirmDialog
      body={
        // Said again once it is known: the focus stands on Keep by then.
        <span aria-live="polite" className="block min-h-[4lh]">
          {access ? (
            <>
              {accessWords(access, Date.now())}{' '}
              {self
                ? 'This is you: you are signed out, and only another admin can enable you again.'
                : 'The user can be enabled again.'}
            </>
          ) : (
            !failed && 'Looking up what stops...'
          )}
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
      ready={access !== null}
    >
      {failed && (
        <Failure
          message="What this stops could not be read."
          onRetry={() => {
            keepButton.current?.focus();
            readAgain();
          }}
          wait={wait}
        />
      )}
    </ConfirmDialog>
  );
}
