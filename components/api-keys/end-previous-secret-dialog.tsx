'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { keyName } from './key-name';
import { type OverlappingKey, overlapQuery } from './overlap-query';
import { previousSecretUse } from './previous-secret-use';
import { useFreshKey } from './use-fresh-key';
import { useOverlaps } from './use-overlaps';

const mutation = graphql(`
  mutation EndPreviousSecret($id: ID!, $etag: String) {
    endPreviousSecret(id: $id, etag: $etag) {
      id
      status
    }
  }
`);

const fallback = 'The old secret could not be ended. Please try again.';

type Outcome = 'ended' | 'failed' | 'kept';

interface EndPreviousSecretDialogProps {
  apiKey: OverlappingKey;
  onClose: (outcome: Outcome) => void;
}

/** Asks before the old secret of a rotated key is ended, saying how much it is still used. */
export function EndPreviousSecretDialog({ apiKey, onClose }: EndPreviousSecretDialogProps) {
  const client = useClient();
  const { key, readAgain } = useFreshKey(apiKey);
  const [now] = useOverlaps([key], async () => [
    (await queryFresh(client, overlapQuery, { id: key.id })).getAPIKey,
  ]);
  const previous = now?.previous_secret;
  const outcome = useRef<Outcome>('kept');
  const end = async () => {
    outcome.current = 'failed';
    try {
      await sendMutation(client, mutation, { id: key.id, etag: key.etag }, fallback);
    } catch (error) {
      await readAgain();
      throw error;
    }
    outcome.current = 'ended';
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
          What still uses it stops working at once; there is no way back.
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
