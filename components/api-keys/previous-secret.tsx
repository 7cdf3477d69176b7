'use client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/dialog';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { Overtaken } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { keyName } from '@/lib/rules/api-key-display';
import { latestKeyQuery, type OverlappingKey, type PreviousSecret, previousSecretUse } from './api-key';
import type { DialogOutcome, KeyDialogProps } from './key-view';
import { useLatestKey } from './latest-key';

const endMutation = graphql(`
  mutation EndPreviousSecret($id: ID!, $etag: String) {
    endPreviousSecret(id: $id, etag: $etag) {
      id
      status
    }
  }
`);

const fallback = "The old secret couldn't be ended. Try again.";

/** Asks before the old secret of a rotated key is ended, saying how much it is still used. */
export function EndPreviousSecretDialog({ apiKey, overtaken, onFailed, onClose }: KeyDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken);
  const [now] = useOverlaps([key], async () => [
    (await queryFresh(client, latestKeyQuery, { id: key.id })).getAPIKey,
  ]);
  const previous = now?.previous_secret;
  const outcome = useRef<DialogOutcome>('canceled');
  const end = async () => {
    try {
      await change(({ id, etag }) => sendMutation(client, endMutation, { id, etag }, fallback));
      outcome.current = 'done';
    } catch (error) {
      onFailed?.();
      outcome.current = error instanceof Overtaken ? error : 'failed';
      if (!(error instanceof Overtaken)) throw error;
    }
  };
  return (
    <ConfirmDialog
      body={
        <>
          <strong className="wrap-anywhere font-semibold text-text">
            <bdi>{keyName(key)}</bdi>
          </strong>{' '}
          {previous && (
            <>
              <span className="whitespace-nowrap font-mono text-[14px]">{previous.hint}</span>,{' '}
              {previousSecretUse(previous)}.{' '}
            </>
          )}
          Programs that still use it stop working at once. This can't be undone.
        </>
      }
      confirmLabel="End old secret"
      onConfirm={end}
      onOpenChange={(open) => !open && onClose(outcome.current)}
      open
      question="End the old secret of this API key?"
    />
  );
}

const readEvery = 15_000;

/**
 * Keys with their old secrets as they are now. Calls with them continue, so they are read every 15 seconds, while the
 * page is visible and one of the secrets works. If a reading fails, the last one stays; the next one may succeed.
 * @param read reads the same keys, without deleted ones
 */
function useOverlaps<Key extends OverlappingKey>(
  keys: readonly Key[],
  read: () => Promise<readonly OverlappingKey[]>,
): Key[] {
  // By what was listed: the list, once it is read again, knows better.
  const [known, setKnown] = useState<ReadonlyMap<PreviousSecret, PreviousSecret | null>>(new Map());
  const readAgain = useEffectEvent(async () => {
    if (document.hidden) return;
    const latest = await read().catch(() => []);
    const fresh = latest.flatMap(({ id, previous_secret: now }) => {
      const listed = keys.find((key) => key.id === id)?.previous_secret;
      return listed ? [[listed, now] as const] : [];
    });
    setKnown((before) => new Map([...before, ...fresh]));
  });
  const shown = keys.map((key) => {
    const now = key.previous_secret && known.get(key.previous_secret);
    return now === undefined ? key : { ...key, previous_secret: now };
  });
  const overlapping = shown.some((key) => key.previous_secret);

  useEffect(() => {
    if (!overlapping) return;
    const timer = setInterval(() => readAgain(), readEvery);
    return () => clearInterval(timer);
  }, [overlapping]);
  return shown;
}

/** A list of keys whose old secrets are as they are now. @param read reads a page of the same list */
export function useListedOverlaps<Key extends OverlappingKey>(
  list: CursorList<Key>,
  read: (page: CursorList<Key>['page']) => Promise<readonly OverlappingKey[]>,
): CursorList<Key> {
  const { state, page } = list;
  const rows = useOverlaps(state.status === 'ready' ? state.rows : [], () => read(page));
  return state.status === 'ready' ? { ...list, state: { ...state, rows } } : list;
}
