'use client';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { TextLink } from '@/components/ui/link';
import { formatDate } from '@/lib/format/date';
import { graphqlConnection } from '@/lib/graphql-client/client';
import { subscribe } from '@/lib/graphql-client/session-store';
import { watchSignOuts } from './browser-sign-out';
import { takeArrivalNote } from './return-to';
import { useSession } from './session-provider';

/**
 * Gives urql's hooks the client of the stored session. The tree below is mounted again for every session: urql keeps a
 * query's last data while it fetches, which could be another user's.
 */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  const { client, id } = useSyncExternalStore(subscribe, graphqlConnection, graphqlConnection);
  useEffect(watchSignOuts, []);
  return (
    <Provider key={id} value={client}>
      {children}
    </Provider>
  );
}

/** Explains why the person was sent here instead of to the page that they asked for, until they leave the page. */
export function ArrivalNote() {
  const pathname = usePathname();
  const [note, setNote] = useState<{ sentence: string; at: string } | null>(null);
  // Before the page is painted, so that it doesn't move.
  useLayoutEffect(() => {
    const sentence = takeArrivalNote();
    if (sentence !== null) setNote({ sentence, at: pathname });
  }, [pathname]);
  return (
    // An alert: a status that comes with its text isn't read out.
    <div role="alert">
      {note?.at === pathname && (
        <p className="mb-6 rounded-panel border border-rule bg-white px-4 py-3 text-[15px]">
          {note.sentence}
        </p>
      )}
    </div>
  );
}

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
