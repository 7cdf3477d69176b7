'use client';
import { useSession } from '@/components/auth/use-session';
import { TextLink } from '@/components/ui/link';
import { formatDate } from '@/lib/format/date';

/** Reminds a person who signs in with a temporary password to set their own; otherwise nothing. */
export function TemporaryPasswordLine() {
  const expires = useSession().user?.temporary_password_expires_at;
  if (!expires) return null;
  const isExpired = Number(expires) <= Date.now();
  return (
    <p className="mb-6 rounded-control border border-rule bg-white px-4 py-2.5 text-[14.5px] print:hidden">
      {isExpired
        ? 'Your temporary password has expired.'
        : `Your password is temporary and expires on ${formatDate(expires)}.`}{' '}
      <TextLink href="/dashboard/account#security">Set your own password</TextLink>
    </p>
  );
}
