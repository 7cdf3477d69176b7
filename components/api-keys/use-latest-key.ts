'use client';
import { useState } from 'react';
import { type Client, useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { type ApiKey, latestKeyQuery } from './api-key';
import type { KeyView } from './key-view';

/**
 * A key whose dialog is open, as it was last read.
 * @param describeChanges what an error says that another person has changed; left out: nothing
 */
export function useLatestKey(listed: ApiKey, describeChanges?: KeyView['describeChanges']) {
  const client = useClient();
  const [key, setKey] = useState(listed);
  /** Changes the key; if that fails, it is read again before the next try. @throws Error with a sentence for people */
  const change = <Made>(make: (key: ApiKey) => Promise<Made>): Promise<Made> =>
    changeRecord(key, {
      make: () => make(key),
      read: () => readKey(client, key.id),
      show: setKey,
      describeChanges,
    });
  return { key, change };
}

async function readKey(client: Client, id: string): Promise<ApiKey> {
  try {
    return (await queryFresh(client, latestKeyQuery, { id })).getAPIKey;
  } catch (error) {
    console.warn("The API key couldn't be read again.", error);
    throw error;
  }
}
