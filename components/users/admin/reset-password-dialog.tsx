'use client';
import { useId, useRef, useState } from 'react';
import { type Client, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { formatDate } from '@/lib/format/date';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, isPasswordExpired, userName } from './admin-user';
import { useEditedUser } from './use-edited-user';

interface EditPasswordSectionProps {
  user: AdminUser;
  /** Changes of the form above aren't saved: a reset would close it, and lose them. */
  unsaved: boolean;
  /** A save is under way. */
  busy: boolean;
  onReset: (reset: PasswordReset) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
}

/** The part of the edit dialog that gives a user a new temporary password, after a question. */
export function EditPasswordSection({ user, unsaved, busy, onReset, onFailed }: EditPasswordSectionProps) {
  const titleId = useId();
  const stateId = useId();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby={titleId} className="mt-6 border-rule border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-[200px]">
          <h3 className="font-semibold text-[15px]" id={titleId}>
            Password
          </h3>
          <p className="text-[14px] text-muted" id={stateId} role="status">
            {unsaved ? 'Save your changes before you reset it.' : passwordWords(user, Date.now())}
          </p>
        </div>
        <Button
          aria-describedby={stateId}
          disabled={unsaved || busy}
          onClick={() => setAsking(true)}
          size="small"
          variant="line"
        >
          Reset password
        </Button>
      </div>
      {asking && (
        <ResetPasswordDialog
          onClose={() => setAsking(false)}
          onFailed={onFailed}
          onReset={onReset}
          user={user}
        />
      )}
    </section>
  );
}

/** The state of a user's password, in a sentence. @param now epoch milliseconds */
function passwordWords(user: AdminUser, now: number): string {
  const { temporary_password_expires_at: expires } = user;
  if (expires === null) return 'Chosen by the user.';
  return `Temporary, ${isPasswordExpired(user, now) ? 'expired' : 'expires'} ${formatDate(expires)}.`;
}

const resetUserPasswordMutation = graphql(`
  mutation ResetUserPassword($userId: ID!, $etag: String) {
    resetUserPassword(userId: $userId, etag: $etag) {
      password
      sessions_ended
    }
  }
`);

const notReset =
  'The response was lost, so the old password may have stopped working. Reset it again: only the newest password works.';

/** The result of a reset: the password is shown once. */
export interface PasswordReset {
  password: string;
  sessions_ended: number;
}

/** Gives a user a new temporary password and ends the user's sessions. @throws Error with a sentence for people */
async function resetUserPassword(client: Client, { id, etag }: AdminUser): Promise<PasswordReset> {
  const variables = { userId: id, etag };
  return (await sendMutation(client, resetUserPasswordMutation, variables, notReset)).resetUserPassword;
}

interface ResetPasswordDialogProps {
  user: AdminUser;
  /** It is done, and the dialog is closed. */
  onReset: (reset: PasswordReset) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks before a user gets a new password. If that fails, the user is read again before the next try. */
export function ResetPasswordDialog({ user: listed, onReset, onFailed, onClose }: ResetPasswordDialogProps) {
  const client = useClient();
  const { user, concurrentChange, change } = useEditedUser(listed);
  const latestReset = useRef<PasswordReset>(undefined);

  const reset = async () => {
    try {
      latestReset.current = await change((user) => resetUserPassword(client, user));
    } catch (error) {
      onFailed();
      throw error;
    }
  };

  return (
    <ConfirmDialog
      body={
        <>
          The old password stops working and open sessions end, at once; API keys keep working. The new one is
          temporary and shown to you once.
          {user.status === 'DISABLED' && ' It works once the user is enabled.'}
        </>
      }
      confirmLabel="Reset password"
      onConfirm={reset}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        if (latestReset.current) onReset(latestReset.current);
      }}
      open
      question={
        <span className="wrap-anywhere">
          Reset the password of <bdi>{userName(user)}</bdi>?
        </span>
      }
    >
      <p className="wrap-anywhere mt-2 font-medium text-[14.5px]" role="status">
        {concurrentChange}
      </p>
    </ConfirmDialog>
  );
}
