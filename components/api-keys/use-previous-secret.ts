'use client';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/query-fresh';
import { type OverlappingKey, overlapQuery, type PreviousSecret } from './overlap-query';

const readEvery = 15_000;

/**
 * A key's old secret, read again every 15 seconds while the page is in sight: calls go on. A reading that fails leaves
 * what was known, and is not told; the next one may come through.
 */
export function usePreviousSecret({ id, previous_secret: listed }: OverlappingKey): PreviousSecret | null {
  const client = useClient();
  const [read, setRead] = useState<{ since: PreviousSecret; now: PreviousSecret | null } | null>(null);

  useEffect(() => {
    if (!listed) return;
    let gone = false;
    const readAgain = async () => {
      if (document.hidden) return;
      const answer = await queryFresh(client, overlapQuery, { id }).catch(() => null);
      if (answer && !gone) setRead({ since: listed, now: answer.getAPIKey.previous_secret });
    };
    const timer = setInterval(readAgain, readEvery);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [client, id, listed]);

  // The list, once it is read anew, knows better.
  return read && read.since === listed ? read.now : listed;
}
