'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Ref, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from 'urql';
import { MessageDialog } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/form';
import { useSecrets } from '@/components/ui/secret-banner';
import { SectionTitle } from '@/components/ui/titles';
import { LeaveGuard, UnsavedChanges } from '@/components/ui/unsaved-changes';
import { useOpenedBy } from '@/components/ui/use-address';
import { messageOf } from '@/lib/graphql-client/errors';
import { type UserFormInput, type UserFormOutput, userFormInput } from '@/lib/validation/users';
import { type Invitation, type Invited, invitationOf, inviteUser } from './invite-user';
import { TemporaryPasswordBanner } from './temporary-password-banner';
import { UserFields } from './user-fields';

const doubt =
  "The response to the invitation was lost. If another admin invited them at the same moment, only the other admin's password works. ";

/** Invites people, and shows each one's temporary password once (docs/product.md, "Users"). */
export function InviteSection({ accountId }: { accountId: string }) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const invited = useSecrets<Invited>();
  useOpenedBy('invite', () => form.current?.querySelector('input')?.focus());
  return (
    <section aria-labelledby={titleId}>
      <SectionTitle className="mb-4" id={titleId}>
        Invite New User
      </SectionTitle>
      <InviteForm accountId={accountId} onInvited={invited.show} ref={form} />
      {invited.shown.map(({ id, email, password, unsure }) => (
        <TemporaryPasswordBanner
          doubt={unsure ? doubt : ''}
          email={email}
          key={id}
          onDone={() => {
            invited.forget(id);
            form.current?.querySelector('input')?.focus();
          }}
          password={password}
        />
      ))}
    </section>
  );
}

/** docs/product.md, "Users". */
const newcomer: UserFormInput = {
  email: '',
  first_name: '',
  last_name: '',
  role: 'DEVELOPER',
  read: true,
  write: true,
};

interface InviteFormProps {
  accountId: string;
  onInvited: (invited: Invited) => void;
  ref: Ref<HTMLFormElement>;
}

/** Adds a user with a temporary password; what was filled in is kept if that fails. */
function InviteForm({ accountId, onInvited, ref }: InviteFormProps) {
  const client = useClient();
  const invitation = useRef<Invitation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, watch, formState } = useForm<UserFormInput, unknown, UserFormOutput>(
    {
      resolver: zodResolver(userFormInput),
      defaultValues: newcomer,
    },
  );
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (fields) => {
    invitation.current = invitationOf(fields.email, invitation.current);
    try {
      const invited = await inviteUser(client, accountId, fields, invitation.current);
      invitation.current = null;
      reset();
      onInvited(invited);
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  return (
    <form className="max-w-[1120px]" noValidate onSubmit={submit} ref={ref}>
      {/* What is typed meanwhile would be emptied with the rest. */}
      <fieldset className="contents" disabled={isSubmitting}>
        <UserFields
          className="sm:grid-cols-2 xl:grid-cols-[2fr_1.2fr_1.2fr_1fr]"
          errors={errors}
          order={['email', 'first_name', 'last_name']}
          register={register}
          role={watch('role')}
        />
      </fieldset>
      <div className="mt-2">
        <SubmitButton label="Invite" pending={isSubmitting} pendingLabel="Inviting..." />
      </div>
      <UnsavedChanges when={isDirty && !isSubmitting} />
      {isSubmitting && (
        <LeaveGuard loss="The user is being added: the temporary password is shown on this page only." />
      )}
      <MessageDialog message={failure && `❌ ${failure}`} onClose={() => setFailure(null)} />
    </form>
  );
}
