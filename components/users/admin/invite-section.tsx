'use client';
import { useId, useRef } from 'react';
import { SectionTitle } from '@/components/ui/section-title';
import { useSecrets } from '@/components/ui/use-secrets';
import { InviteForm } from './invite-form';
import type { Invited } from './invite-user';
import { TemporaryPasswordBanner } from './temporary-password-banner';

const doubt =
  'The answer to the invitation was lost: if another admin invited them at the same moment, this password does not work, and theirs does. ';

/** Invites people, and shows each one's temporary password once (SPEC.md, section 2, Users page). */
export function InviteSection({ accountId }: { accountId: string }) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const invited = useSecrets<Invited>();
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
