'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { MessageDialog } from '@/components/ui/message-dialog';
import { SubmitButton } from '@/components/ui/submit-button';
import { messageOf } from '@/lib/graphql-client/errors';
import { type UserFormInput, type UserFormOutput, userFormInput } from '@/lib/validation/users';
import type { AdminUser } from './admin-user';
import { followOwnRecord } from './follow-own-record';
import { updateUser } from './update-user';
import { useEditedUser } from './use-edited-user';
import { UserFields } from './user-fields';
import { userChanges, userFormFields } from './user-form-fields';

export interface EditUserFormProps {
  user: AdminUser;
  /** The user is the person at the screen. */
  self: boolean;
  onSaved: () => void;
  /** It failed, as far as is known here. */
  onFailed: () => void;
  onPending: (pending: boolean) => void;
  onClose: () => void;
}

/** A user's fields. What is typed stays where a save fails; what somebody else changed meanwhile is shown and told. */
export function EditUserForm({ user, self, onSaved, onFailed, onPending, onClose }: EditUserFormProps) {
  const client = useClient();
  const { present, meanwhile, readAgain } = useEditedUser(user);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, watch, formState } = useForm<UserFormInput, unknown, UserFormOutput>({
    resolver: zodResolver(userFormInput),
    values: userFormFields(present),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { dirtyFields, errors } = formState;
  const role = watch('role');

  const save = handleSubmit(async (output) => {
    try {
      const stored = await updateUser(client, present, userChanges(output, dirtyFields, present));
      if (self) followOwnRecord(stored);
      onSaved();
      onClose();
    } catch (error) {
      await readAgain();
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
      <UserFields
        className="sm:grid-cols-2 sm:[&>:nth-child(3)]:col-span-2"
        errors={errors}
        order={['first_name', 'last_name', 'email']}
        register={register}
        role={role}
      />
      {self && role === 'DEVELOPER' && (
        <p className="mt-1 text-[14.5px] text-amber" role="status">
          This is you: you leave the administration console, and only another admin can let you back in.
        </p>
      )}
      <p className="wrap-anywhere mt-1 font-medium text-[14.5px]" role="status">
        {meanwhile}
      </p>
      <DialogActions>
        <SubmitButton label="Save" pending={pending} pendingLabel="Saving..." />
        <Button disabled={pending} onClick={onClose} variant="line">
          Cancel
        </Button>
      </DialogActions>
      <MessageDialog message={failure && `❌ ${failure}`} onClose={() => setFailure(null)} />
    </form>
  );
}
