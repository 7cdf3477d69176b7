'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { scopeWords } from '@/components/auth/admin/scope-words';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { queryFresh } from '@/lib/graphql-client/calls';
import { keyStatus } from '@/lib/rules/key-status';
import { type AccountKey, accountKeyQuery } from './account-keys-query';

/** What of a key somebody else may have changed, by the words of the page. */
const facts = (key: AccountKey) => ({
  status: keyStatus(key, Date.now()).word,
  scopes: scopeWords(key.scopes),
  hint: key.hint,
});
const labels = { status: 'Status', scopes: 'Scopes', hint: { label: 'Secret', format: String } } as const;

/** A key as a person last saw it, and the way to see it anew before trying once more. */
export function usePresentKey(listed: AccountKey) {
  const client = useClient();
  const [present, setPresent] = useState(listed);
  const latest = useRef(listed);
  /** Reads the key again. Answers what somebody changed meanwhile as a sentence, or null. */
  const readAgain = async (): Promise<string | null> => {
    try {
      const { getAPIKey: now } = await queryFresh(client, accountKeyQuery, { id: listed.id });
      const before = latest.current;
      latest.current = now;
      setPresent(now);
      return changedMeanwhile(facts(before), facts(now), labels);
    } catch (error) {
      console.warn('The API key could not be read again.', error);
      return null;
    }
  };
  return { present, readAgain };
}
