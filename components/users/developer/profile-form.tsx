'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Client, useClient } from 'urql';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input, SubmitRow } from '@/components/ui/form';
import type { Result } from '@/components/ui/outcome';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { limits } from '@/lib/config/limits';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type CurrentUser, currentUserFragment } from '@/lib/graphql-client/current-user';
import { graphql } from '@/lib/graphql-client/graphql';
import { replaceUser } from '@/lib/graphql-client/session-store';
import { type ProfileInput, type ProfileOutput, profileInput } from '@/lib/validation/users';

const updateProfileMutation = graphql(
  `
    mutation UpdateProfile($email: String, $first_name: String, $last_name: String) {
      updateMyProfile(email: $email, first_name: $first_name, last_name: $last_name) {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

/** The fields that people may change about themselves; an absent field stays as it is, a name of null is removed. */
interface ProfileChanges {
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
}

const failure = 'Failed to update profile.';

/**
 * Changes the profile of the person the client speaks for.
 * @returns the stored record
 * @throws Error with a sentence for people (docs/product.md, "Error texts")
 */
async function updateProfile(client: Client, changes: ProfileChanges): Promise<CurrentUser> {
  const { updateMyProfile } = await sendMutation(client, updateProfileMutation, changes, failure);
  return updateMyProfile;
}

const fieldNames = ['email', 'first_name', 'last_name'] as const;

/** A person's email address and names. Typed text stays, even if the stored record changes. */
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
  const { dirtyFields, errors, isDirty } = formState;

  const save = handleSubmit(async (output) => {
    const typed = getValues();
    try {
      const stored = await updateProfile(client, changedFields(output, dirtyFields));
      const fields = profileFields(stored);
      for (const name of fieldNames) {
        // Text typed while the response was on its way isn't saved yet, and stays.
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
      <UnsavedChanges when={isDirty} />
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

/** A person's id, with a button to copy it. */
function UserId({ id }: { id: string }) {
  return (
    <Field label="User ID">
      {(control) => (
        <div className="flex items-center gap-3 max-[440px]:flex-wrap max-[440px]:gap-2">
          <Input {...control} className="font-mono" readOnly value={id} />
          <CopyButton value={id} what="user ID" />
        </div>
      )}
    </Field>
  );
}

/** The fields as form values: a missing name is empty. */
function profileFields({ email, first_name, last_name }: CurrentUser): ProfileInput {
  return { email, first_name: first_name ?? '', last_name: last_name ?? '' };
}

/** Only what the person changed: changes made elsewhere aren't overwritten unseen. */
function changedFields(
  { email, first_name, last_name }: ProfileOutput,
  dirty: Partial<Record<keyof ProfileOutput, boolean>>,
): ProfileChanges {
  return {
    ...(dirty.email && { email }),
    ...(dirty.first_name && { first_name }),
    ...(dirty.last_name && { last_name }),
  };
}
