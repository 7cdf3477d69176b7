'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/dialog';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { Overtaken } from '@/lib/graphql-client/errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { keyName } from '@/lib/rules/key-name';
import { latestKeyQuery, previousSecretUse } from './api-key';
import type { DialogOutcome, KeyDialogProps } from './key-view';
import { useLatestKey } from './use-latest-key';
import { useOverlaps } from './use-overlaps';

const mutation = graphql(`
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
      await change(({ id, etag }) => sendMutation(client, mutation, { id, etag }, fallback));
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
