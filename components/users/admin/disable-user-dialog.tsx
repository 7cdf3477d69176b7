'use client';
import { useRef } from 'react';
import { type Client, useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { Failure } from '@/components/ui/failure';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type AdminUser, adminUserFragment, userName } from './admin-user';
import { accessWords, useUserAccess } from './user-access';

const disableUserMutation = graphql(
  `
    mutation DisableUser($id: ID!) {
      disableUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = "The user couldn't be disabled. Please try again.";

/** Ends a user's sessions and stops the keys. @throws Error with a sentence for people */
async function disableUser(client: Client, id: string): Promise<void> {
  await sendMutation(client, disableUserMutation, { id }, fallback);
}

interface DisableUserDialogProps {
  user: AdminUser;
  /** The person at the screen is about to disable themself. */
  self: boolean;
  onDisabled: () => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks before a user is disabled, and says first what that stops; until that is known there is nothing to confirm. */
export function DisableUserDialog({ user, self, onDisabled, onFailed, onClose }: DisableUserDialogProps) {
  const client = useClient();
  const access = useUserAccess(user.id);
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
        // Announced once it is known: the focus is on Keep by then.
        <span aria-live="polite" className="block min-h-[4lh]">
          {access.status === 'ready' && (
            <>
              {accessWords(access.data, Date.now())}{' '}
              {self
                ? 'This is you: you are signed out, and only another admin can enable you again.'
                : 'The user can be enabled again.'}
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
      ready={access.status === 'ready'}
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
