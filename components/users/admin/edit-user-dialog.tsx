'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Client, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, MessageDialog } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/form';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { replaceUser } from '@/lib/graphql-client/session-store';
import { type UserFormInput, type UserFormOutput, userFormInput } from '@/lib/validation/users';
import { type AdminUser, adminUserFragment } from './admin-user';
import { EditPasswordSection, type PasswordReset } from './reset-password-dialog';
import { useEditedUser } from './use-edited-user';
import { hasChanges, type UserChanges, UserFields, userChanges, userFormFields } from './user-fields';

const updateUserMutation = graphql(
  `
    mutation UpdateUser($id: ID!, $updates: UserUpdates!, $etag: String) {
      updateUser(id: $id, updates: $updates, etag: $etag) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const fallback = "The user couldn't be updated. Try again.";

/**
 * Changes a user, unless another person has since it was read.
 * @returns the stored record
 * @throws Error with a sentence for people
 */
async function updateUser(client: Client, { id, etag }: AdminUser, updates: UserChanges): Promise<AdminUser> {
  return (await sendMutation(client, updateUserMutation, { id, etag, updates }, fallback)).updateUser;
}

type EditUserDialogProps = Omit<EditUserFormProps, 'onPending'>;

/** Changes a user in a dialog, which stays until a save under way has ended. */
export function EditUserDialog(props: EditUserDialogProps) {
  const [pending, setPending] = useState(false);
  return (
    <Dialog onOpenChange={(open) => !open && !pending && props.onClose()} open title="Edit User">
      <EditUserForm {...props} onPending={setPending} />
    </Dialog>
  );
}

interface EditUserFormProps {
  user: AdminUser;
  /** The user is the person at the screen. */
  self: boolean;
  /** @param already the record had these changes before: by another person or tab, or by a try whose response was lost */
  onSaved: (already: boolean) => void;
  /** The user has a new temporary password, and the dialog is closed. */
  onReset: (reset: PasswordReset) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
  onPending: (pending: boolean) => void;
  onClose: () => void;
}

/** A user's fields. If a save fails, typed text stays, and another person's changes since then are shown and named. */
function EditUserForm({
  user: listed,
  self,
  onSaved,
  onReset,
  onFailed,
  onPending,
  onClose,
}: EditUserFormProps) {
  const client = useClient();
  const { user, concurrentChange, change } = useEditedUser(listed);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, watch, formState } = useForm<UserFormInput, unknown, UserFormOutput>({
    resolver: zodResolver(userFormInput),
    values: userFormFields(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { dirtyFields, errors, isDirty } = formState;
  const role = watch('role');
  const losesWrite = user.scopes.write && !watch('write');

  const save = handleSubmit(async (output) => {
    try {
      const { stored, already } = await change(
        async (user) => {
          const stored = await updateUser(client, user, userChanges(output, dirtyFields, user));
          return { stored, already: false };
        },
        (latest) => (hasChanges(latest, output, dirtyFields) ? { stored: latest, already: true } : undefined),
      );
      if (self) followOwnRecord(stored);
      onSaved(already);
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      onFailed();
    }
  });
  // A state of our own: the form's `isSubmitting` ends as soon as the record is read again.
  const submit = async (event: FormEvent) => {
    const turn = (next: boolean) => {
      setPending(next);
      onPending(next);
    };
    turn(true);
    await save(event);
    turn(false);
  };

  return (
    <form className="mt-4" noValidate onSubmit={submit}>
      <UnsavedChanges when={isDirty && !pending} />
      <UserFields
        className="sm:grid-cols-2 sm:[&>:nth-child(3)]:col-span-2"
        errors={errors}
        order={['first_name', 'last_name', 'email']}
        register={register}
        role={role}
      />
      {losesWrite && (
        <p className="mt-1 text-[14.5px] text-amber" role="status">
          Without Write, the user's open jobs are canceled. Adding it again doesn't bring them back.
        </p>
      )}
      {self && role === 'DEVELOPER' && (
        <p className="mt-1 text-[14.5px] text-amber" role="status">
          This is you: you leave the administration console, and only another admin can let you back in.
        </p>
      )}
      <p className="wrap-anywhere mt-1 font-medium text-[14.5px]" role="status">
        {concurrentChange}
      </p>
      <DialogActions>
        <SubmitButton label="Save" pending={pending} pendingLabel="Saving..." />
        <Button disabled={pending} onClick={onClose} variant="line">
          Cancel
        </Button>
      </DialogActions>
      <MessageDialog message={failure && `❌ ${failure}`} onClose={() => setFailure(null)} />
      {/* Your own is set in Settings. */}
      {!self && (
        <EditPasswordSection
          busy={pending}
          onFailed={onFailed}
          onReset={(reset) => {
            onClose();
            onReset(reset);
          }}
          unsaved={isDirty}
          user={user}
        />
      )}
    </form>
  );
}

/** Lets the session know what an admin changed about their own record: the header shows the name, guards check the role. */
function followOwnRecord(stored: AdminUser): void {
  const { id, email, role, temporary_password_expires_at } = stored;
  const { first_name, last_name, account_id, account_name, scopes } = stored;
  replaceUser({
    id,
    email,
    role,
    temporary_password_expires_at,
    first_name,
    last_name,
    account_id,
    account_name,
    scopes,
  });
}
