'use client';
import { type FormEvent, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Client, useClient } from 'urql';
import { Field, PasswordInput, SubmitRow } from '@/components/ui/form';
import type { Result } from '@/components/ui/outcome';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { limits } from '@/lib/config/limits';
import { errorMessage } from '@/lib/graphql-client/client-errors';
import { currentUserFragment } from '@/lib/graphql-client/current-user';
import { graphql } from '@/lib/graphql-client/graphql';
import { replaceUser } from '@/lib/graphql-client/session-store';

const mismatch: Result = { done: false, text: 'Passwords do not match.' };

/** A new password, typed twice; the server validates it (docs/product.md, "Settings"). */
export function ResetPasswordForm({ email }: { email: string }) {
  const client = useClient();
  const resultId = useId();
  const [result, setResult] = useState<Result | null>(null);
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    defaultValues: { password: '', confirm_password: '' },
  });
  const { errors } = formState;

  const save = handleSubmit(async ({ password, confirm_password }) => {
    if (password !== confirm_password) {
      setResult(mismatch);
      return setFocus('confirm_password');
    }
    const outcome = await resetPassword(client, password);
    setResult(outcome);
    if (outcome.done) reset();
  });
  const submit = (event: FormEvent) => {
    setResult(null);
    void save(event);
  };

  return (
    <form noValidate onSubmit={submit}>
      <UnsavedChanges when={formState.isDirty && !formState.isSubmitting} />
      {/* So that a password manager knows whose password this is. */}
      <input
        aria-hidden="true"
        autoComplete="username"
        className="sr-only"
        name="username"
        readOnly
        tabIndex={-1}
        type="text"
        value={email}
      />
      <Field
        error={errors.password?.message}
        hint={`${limits.password.min} to ${limits.password.max} characters. Your other sessions end.`}
        label="New password"
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password', { required: 'Enter a new password.' })}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Field className="mt-3.5" error={errors.confirm_password?.message} label="Confirm password">
        {(control) => (
          <PasswordInput
            {...control}
            {...register('confirm_password', { required: 'Enter the new password again.' })}
            {...(result === mismatch && { 'aria-describedby': resultId, 'aria-invalid': true })}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <SubmitRow
        label="Reset Password"
        pending={formState.isSubmitting}
        pendingLabel="Resetting..."
        result={result}
        resultId={resultId}
      />
    </form>
  );
}

const resetPasswordMutation = graphql(
  `
    mutation ResetPassword($password: String!) {
      updateMyProfile(password: $password) {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

/**
 * Sets the signed-in user's password. Not by `sendMutation`: docs/product.md, "Error texts" distinguishes a response
 * without an id from no response, and the server has no message for either.
 */
async function resetPassword(client: Client, password: string): Promise<Result> {
  const { data, error } = await client.mutation(resetPasswordMutation, { password }).toPromise();
  if (data?.updateMyProfile?.id && !error) {
    // It's no longer a temporary one.
    replaceUser(data.updateMyProfile);
    return { done: true, text: 'Password updated successfully.' };
  }
  console.warn("The password wasn't updated.", error);
  if (error?.networkError) return { done: false, text: 'Something went wrong.' };
  return { done: false, text: errorMessage(error, 'Password update failed.') };
}
