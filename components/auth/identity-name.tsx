import type { CurrentUser } from '@/lib/graphql-client/current-user';

/** The user's name, or the email address if none is known. */
export const nameOf = ({ first_name, last_name, email }: CurrentUser) =>
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
