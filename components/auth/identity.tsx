'use client';
import { useId } from 'react';
import { NavLink } from '@/components/layout/nav-links';
import { Button } from '@/components/ui/button';
import { useNavigation } from '@/components/ui/navigation-provider';
import { useDisclosure } from '@/components/ui/use-disclosure';
import { useTimes } from '@/components/ui/use-times';
import { chooseTimes, type Times } from '@/lib/format/stored-choice';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { signOut } from './browser-sign-out';

const roleWords: Record<CurrentUser['role'], string> = { DEVELOPER: 'Developer', ADMIN: 'Admin' };

/** The signed-in person and their account, on a button that opens what is theirs; in the header's menu, open already. */
export function Identity({ user }: { user: CurrentUser }) {
  const id = useId();
  const { push } = useNavigation();
  const { open, toggle, button, panel } = useDisclosure<HTMLDivElement>();
  const name = nameOf(user);
  return (
    <div className="relative">
      <button
        aria-controls={id}
        aria-expanded={open}
        className="flex h-[44px] cursor-pointer items-center gap-2 rounded-control px-2 text-left hover:bg-ink-3 aria-expanded:bg-ink-3 folded:hidden"
        onClick={toggle}
        ref={button}
        type="button"
      >
        <IdentityName user={user} />
        <svg aria-hidden="true" fill="none" height="12" stroke="currentColor" viewBox="0 0 12 12" width="12">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" strokeWidth="1.5" />
        </svg>
      </button>
      <div
        className="data-open:unfolded:block unfolded:absolute unfolded:top-[calc(100%+8px)] unfolded:right-0 unfolded:z-30 unfolded:hidden unfolded:w-[280px] unfolded:rounded-panel unfolded:border unfolded:border-rule-dark unfolded:bg-ink-2 unfolded:p-4 unfolded:shadow-[0_24px_48px_-16px_#0b1210cc]"
        data-open={open || undefined}
        id={id}
        ref={panel}
      >
        <dl className="mb-2 border-rule-dark pb-3 text-[14px] leading-[1.45] folded:mt-3 folded:border-t folded:pt-3 unfolded:border-b">
          <dt className="sr-only">Name</dt>
          <dd className="wrap-anywhere font-semibold">
            <bdi>{name}</bdi>
          </dd>
          {name !== user.email && (
            <>
              <dt className="sr-only">Email</dt>
              <dd className="wrap-anywhere text-on-ink-muted">
                <bdi>{user.email}</bdi>
              </dd>
            </>
          )}
          <dt className="sr-only">Account</dt>
          <dd className="wrap-anywhere text-on-ink-muted">
            <bdi>{user.account_name}</bdi>
          </dd>
          <dt className="sr-only">Role</dt>
          <dd className="text-on-ink-muted">{roleWords[user.role]}</dd>
        </dl>
        <div className="flex flex-col items-stretch">
          <NavLink href="/dashboard/account" label="Settings" />
          <TimesChoice />
          <Button
            className="mt-3 folded:self-start"
            onClick={() => {
              signOut();
              push('/');
            }}
            size="small"
            variant="quiet"
          >
            Sign out
          </Button>
        </div>
      </div>
    </div>
  );
}

const choices: Record<Times, string> = { utc: 'UTC', local: 'Local' };

/** In which time zone the consoles show times, for ink backgrounds. Days of usage stay UTC. */
function TimesChoice() {
  const name = useId();
  const times = useTimes();
  return (
    <fieldset className="flex items-center justify-between gap-4 py-1.5 text-[15px] folded:justify-start">
      <legend className="float-left text-on-ink-muted">Times</legend>
      <div className="flex rounded-control border border-rule-dark p-0.5">
        {(Object.keys(choices) as Times[]).map((choice) => (
          <label
            className="cursor-pointer rounded-[4px] px-2.5 py-1 font-semibold text-[13px] text-on-ink-muted leading-[1.4] has-checked:bg-ink-3 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-signal hover:text-white"
            key={choice}
          >
            <input
              checked={times === choice}
              className="sr-only"
              name={name}
              onChange={() => chooseTimes(choice)}
              type="radio"
            />
            {choices[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The user's name, or the email address if none is known. */
const nameOf = ({ first_name, last_name, email }: CurrentUser) =>
  [first_name, last_name].filter(Boolean).join(' ') || email;

/** A user's name over their account's, each cut to the header's room. */
export function IdentityName({ user }: { user: CurrentUser }) {
  return (
    <span className="max-w-[116px] lg:max-w-[200px]">
      <bdi className="block truncate font-semibold text-[14px] leading-[1.3]">{nameOf(user)}</bdi>
      <bdi className="block truncate text-[12.5px] text-on-ink-muted leading-[1.3]">{user.account_name}</bdi>
    </span>
  );
}
