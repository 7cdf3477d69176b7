'use client';
import { type ReactNode, useState } from 'react';
import { type Client, useClient } from 'urql';
import { useTimes } from '@/components/ui/use-times';
import { formatMoment, formatRelative } from '@/lib/format/date';
import { queryFresh } from '@/lib/graphql-client/calls';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { nullIfMissing, Overtaken, ResponseLost } from '@/lib/graphql-client/client-errors';
import { keyName } from '@/lib/rules/api-key-display';
import { type ApiKey, latestKeyQuery } from './api-key';
import type { KeyDialogProps, KeyView } from './key-view';

/**
 * A key whose dialog is open, as it was last read.
 * @param describeChanges describes another person's changes, for the error; none by default
 */
export function useLatestKey(
  listed: ApiKey,
  overtaken: KeyDialogProps['overtaken'],
  describeChanges?: KeyView['describeChanges'],
) {
  const client = useClient();
  const [key, setKey] = useState(listed);
  /**
   * Changes the key; if that fails, it is read again before the next try.
   * @throws Overtaken if there is nothing left to try; Error with a sentence for people
   */
  const change = async <Made,>(make: (key: ApiKey) => Promise<Made>): Promise<Made> => {
    let lost = false;
    let latest: ApiKey | null = key;
    const send = () =>
      make(key).catch((error: unknown) => {
        lost = error instanceof ResponseLost;
        throw error;
      });
    const read = async () => {
      latest = await readKey(client, key.id);
      return latest ?? key;
    };
    try {
      return await changeRecord(key, { make: send, read, show: setKey, describeChanges });
    } catch (error) {
      if (latest === null) throw new Overtaken('This API key was already deleted.');
      // A change whose response was lost may be the person's own.
      const text = lost ? null : overtaken(latest);
      throw text === null ? error : new Overtaken(text);
    }
  };
  return { key, change };
}

/** @returns null if the key was deleted */
async function readKey(client: Client, id: string): Promise<ApiKey | null> {
  try {
    return (await nullIfMissing(queryFresh(client, latestKeyQuery, { id })))?.getAPIKey ?? null;
  } catch (error) {
    console.warn("The API key couldn't be read again.", error);
    throw error;
  }
}

interface KeySummaryProps {
  of: { name: string | null; hint: string; last_used_at: string | null };
  /** Whose it is, if the viewer sees other people's too. */
  owner?: ReactNode;
}

/** The key and its last use, as the start of a sentence. */
export function KeySummary({ of: key, owner }: KeySummaryProps) {
  useTimes();
  return (
    <>
      <strong className="wrap-anywhere font-semibold text-text">
        <bdi>{keyName(key)}</bdi>
      </strong>{' '}
      <span className="whitespace-nowrap font-mono text-[14px]">{key.hint}</span>
      {owner && (
        <>
          {' '}
          of <bdi className="wrap-anywhere">{owner}</bdi>
        </>
      )}
      ,{' '}
      {key.last_used_at === null
        ? 'never used'
        : `last used ${formatMoment(key.last_used_at)} (${formatRelative(key.last_used_at, Date.now())})`}
    </>
  );
}
