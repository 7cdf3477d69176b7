'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from 'urql';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Result } from '@/components/ui/outcome';
import { SubmitRow } from '@/components/ui/submit-row';
import { limits } from '@/lib/config/limits';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { messageOf } from '@/lib/graphql-client/errors';
import { replaceUser } from '@/lib/graphql-client/session-store';
import { type ProfileInput, type ProfileOutput, profileInput } from '@/lib/validation/users';
import { changedFields, profileFields } from './profile-fields';
import { updateProfile } from './update-profile';
import { UserId } from './user-id';

const fieldNames = ['email', 'first_name', 'last_name'] as const;

/** A person's e-mail address and names. What is typed stays, whatever becomes of the stored record meanwhile. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const client = useClient();
  const [result, setResult] = useState<Result | null>(null);
  const [pending, setPending] = useState(false);
  const { register, handleSubmit, getValues, resetField, formState } = useForm<
    ProfileInput,
    unknown,
    ProfileOutput
  >({
    resolver: zodResolver(profileInput),
    values: profileFields(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { dirtyFields, errors } = formState;

  const save = handleSubmit(async (output) => {
    const typed = getValues();
    try {
      const stored = await updateProfile(client, changedFields(output, dirtyFields));
      const fields = profileFields(stored);
      for (const name of fieldNames) {
        // What was typed while the answer was on its way is not saved yet, and stays.
        if (getValues(name) === typed[name]) resetField(name, { defaultValue: fields[name] });
      }
      replaceUser(stored);
      setResult({ done: true, text: 'Profile updated.' });
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
    }
  });
  // A state of our own: the form's `isSubmitting` ends as soon as the stored user changes.
  const submit = async (event: FormEvent) => {
    setResult(null);
    setPending(true);
    await save(event);
    setPending(false);
  };

  return (
    <form noValidate onInput={() => setResult(null)} onSubmit={submit}>
      <UserId id={user.id} />
      <Field className="mt-3.5" error={errors.email?.message} label="Email">
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            autoComplete="email"
            maxLength={limits.email.max}
            type="email"
          />
        )}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field className="mt-3.5" error={errors.first_name?.message} label="First Name">
          {(control) => (
            <Input
              {...control}
              {...register('first_name')}
              autoComplete="given-name"
              maxLength={limits.personName.max}
            />
          )}
        </Field>
        <Field className="mt-3.5" error={errors.last_name?.message} label="Last Name">
          {(control) => (
            <Input
              {...control}
              {...register('last_name')}
              autoComplete="family-name"
              maxLength={limits.personName.max}
            />
          )}
        </Field>
      </div>
      <SubmitRow label="Update Profile" pending={pending} pendingLabel="Updating..." result={result} />
    </form>
  );
}
