'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import type { AdminUser } from './admin-user';
import { type PasswordReset, resetUserPassword } from './reset-user-password';
import { useEditedUser } from './use-edited-user';
import { userName } from './user-name';

interface ResetPasswordDialogProps {
  user: AdminUser;
  /** It is done, and the dialog is closed. */
  onReset: (reset: PasswordReset) => void;
  /** It failed, as far as is known here. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks before a user gets a new password. Where that fails, the user is read again before the next try. */
export function ResetPasswordDialog({ user, onReset, onFailed, onClose }: ResetPasswordDialogProps) {
  const client = useClient();
  const { present, meanwhile, readAgain } = useEditedUser(user);
  const answer = useRef<PasswordReset>(undefined);

  const reset = async () => {
    try {
      answer.current = await resetUserPassword(client, present);
    } catch (error) {
      onFailed();
      await readAgain();
      throw error;
    }
  };

  return (
    <ConfirmDialog
      body={
        <>
          The old password stops working and open sessions end, at once; API keys go on working. The new one
          is temporary and shown to you once.
          {present.status === 'DISABLED' && ' It works once the user is enabled.'}
        </>
      }
      confirmLabel="Reset password"
      onConfirm={reset}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        if (answer.current) onReset(answer.current);
      }}
      open
      question={
        <span className="wrap-anywhere">
          Reset the password of <bdi>{userName(present)}</bdi>?
        </span>
      }
    >
      <p className="wrap-anywhere mt-2 font-medium text-[14.5px]" role="status">
        {meanwhile}
      </p>
    </ConfirmDialog>
  );
}
