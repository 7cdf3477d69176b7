'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { keyName } from '@/components/api-keys/key-name';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { formatMoment } from '@/lib/format/date';
import { keyStatus } from '@/lib/format/key-status';
import { formatRelative } from '@/lib/format/relative';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import type { ApiKey } from './my-api-keys-query';

const deleteKeyMutation = graphql(`
  mutation DeleteMyApiKey($id: ID!) {
    deleteAPIKey(id: $id)
  }
`);

const fallback = 'The API key could not be deleted. Please try again.';

type Outcome = 'deleted' | 'failed' | 'kept';

interface DeleteKeyDialogProps {
  apiKey: ApiKey;
  onClose: (outcome: Outcome) => void;
}

/** Asks before a key is deleted. */
export function DeleteKeyDialog({ apiKey, onClose }: DeleteKeyDialogProps) {
  const client = useClient();
  const outcome = useRef<Outcome>('kept');
  const remove = async () => {
    outcome.current = 'failed';
    await sendMutation(client, deleteKeyMutation, { id: apiKey.id }, fallback);
    outcome.current = 'deleted';
  };
  const { word, reason } = keyStatus(apiKey, Date.now());
  const works = word === 'Active' || word === 'Expires soon';
  return (
    <ConfirmDialog
      body={
        <>
          <strong className="break-words font-semibold text-text">
            <bdi>{keyName(apiKey)}</bdi>
          </strong>{' '}
          <span className="font-mono text-[14px]">{apiKey.hint}</span>, {lastUse(apiKey.last_used_at)}.{' '}
          {works
            ? 'What uses it stops working at once.'
            : `It works no more: ${word.toLowerCase()} ${reason}.`}
        </>
      }
      confirmLabel="Delete"
      onConfirm={remove}
      onOpenChange={(open) => !open && onClose(outcome.current)}
      open
      question="Are you sure you want to delete this API key?"
    />
  );
}

const lastUse = (at: string | null) =>
  at === null ? 'never used' : `last used ${formatMoment(at)} (${formatRelative(at, Date.now())})`;
