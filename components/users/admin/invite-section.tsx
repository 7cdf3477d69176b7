'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Ref, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Client, useClient } from 'urql';
import { MessageDialog } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/form';
import { useSecrets } from '@/components/ui/secret-banner';
import { SectionTitle } from '@/components/ui/titles';
import { LeaveGuard, UnsavedChanges } from '@/components/ui/unsaved-changes';
import { useOpenedBy } from '@/components/ui/use-address';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { temporaryPassword } from '@/lib/rules/temporary-password';
import { type UserFormInput, type UserFormOutput, userFormInput } from '@/lib/validation/users';
import { adminUserFragment } from './admin-user';
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
      {/* Text that is typed while it saves would be emptied with the rest. */}
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

const inviteUserMutation = graphql(
  `
    mutation InviteUser(
      $accountId: ID!
      $email: String!
      $password: String!
      $role: Role
      $first_name: String
      $last_name: String
      $scopes: ScopesInput
    ) {
      createUser(
        accountId: $accountId
        email: $email
        password: $password
        role: $role
        first_name: $first_name
        last_name: $last_name
        scopes: $scopes
      ) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const invitedUserQuery = graphql(
  `
    query InvitedUser($accountId: ID!, $email: String!) {
      listUsers(accountId: $accountId, search: $email, limit: 20) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const notInvited = "The user couldn't be invited. Try again.";

/** How far the clocks of browser and server may be apart, in milliseconds. */
const clockTolerance = 5 * 60_000;

/** The tries to invite one address, which share a password. */
interface Invitation {
  email: string;
  password: string;
  /** When the first try began, epoch milliseconds. */
  since: number;
  /** A response was lost: the user may have been added. */
  unsure: boolean;
}

/** The invitation that a try belongs to: the previous one if that was for the same address. */
function invitationOf(email: string, before: Invitation | null): Invitation {
  if (before?.email === email) return before;
  return { email, password: temporaryPassword(), since: Date.now(), unsure: false };
}

/** A user who was just added. */
interface Invited {
  id: string;
  email: string;
  /** The password to sign in with, shown once. */
  password: string;
  /** The response was lost, so another admin may have added them just then, with another password. */
  unsure: boolean;
}

/**
 * Adds a user with the invitation's password. If a response was lost, it checks whether the user is there by now:
 * otherwise the password would be lost, and the address taken.
 * @throws Error with a sentence for people
 */
async function inviteUser(
  client: Client,
  accountId: string,
  { email, first_name, last_name, role, read, write }: UserFormOutput,
  invitation: Invitation,
): Promise<Invited> {
  const { password } = invitation;
  const scopes = { read, write, ...(role === 'ADMIN' && { admin: true }) };
  const variables = { accountId, email, password, role, first_name, last_name, scopes };
  try {
    const { createUser } = await sendMutation(client, inviteUserMutation, variables, notInvited);
    return { id: createUser.id, email: createUser.email, password, unsure: false };
  } catch (error) {
    invitation.unsure ||= error instanceof Error && error.message === notInvited;
    const added = invitation.unsure && (await findInvited(client, accountId, invitation));
    if (added) return { id: added.id, email: added.email, password, unsure: true };
    throw error;
  }
}

async function findInvited(client: Client, accountId: string, { email, since }: Invitation) {
  try {
    const { listUsers } = await queryFresh(client, invitedUserQuery, { accountId, email });
    return listUsers.find((user) => user.email === email && Number(user.createdAt) > since - clockTolerance);
  } catch (error) {
    console.warn("Whether the user was added couldn't be read.", error);
    return undefined;
  }
}
