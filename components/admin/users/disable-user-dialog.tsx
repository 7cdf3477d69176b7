'use client';
import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { DialogActions, dialogLook } from '@/components/ui/dialog';
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
  const { access, failed, readAgain } = useUserAccess(user.id);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (failure) confirmButton.current?.focus();
  }, [failure]);

  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await disableUser(client, user.id);
      onDisabled();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      onFailed();
    }
    setPending(false);
  };

  return (
    <AlertDialog
      initialFocus={keepButton}
      onOpenChange={(open) => !open && !pending && onClose()}
      open
      title={
        <span className="wrap-anywhere">
          Disable <bdi>{userName(user)}</bdi>?
        </span>
      }
    >
      {/* Said again once it is known: the focus stands on Keep by then. */}
      <Base.Description
        aria-live="polite"
        className={`min-h-[4lh] ${dialogLook.description}`}
        render={<div />}
      >
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
      </Base.Description>
      {failed && (
        <Failure
          message="What this stops could not be read."
          onRetry={() => {
            keepButton.current?.focus();
            readAgain();
          }}
        />
      )}
      {failure && <Failure className="mt-4" message={failure} />}
      <DialogActions>
        <Button disabled={!access} onClick={confirm} pending={pending} ref={confirmButton} variant="danger">
          Disable
        </Button>
        <Button disabled={pending} onClick={onClose} ref={keepButton} variant="line">
          Keep
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
