'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { formatRelative } from '@/lib/format/relative';
import { graphql } from '@/lib/graphql-client/graphql';
import { sendMutation } from '@/lib/graphql-client/send-mutation';
import { keyName } from './key-name';
import type { ApiKey } from './my-api-keys-query';

const deleteKeyMutation = graphql(`
  mutation DeleteMyApiKey($id: ID!) {
    deleteAPIKey(id: $id)
  }
`);

const fallback = 'The API key could not be deleted. Please try again.';

type Outcome = 'deleted' | 'failed' | 'kept';

/** Asks before a key is deleted. Without a fade: the focus is back in the list before that is read again. */
export function DeleteKeyDialog({
  apiKey,
  onClose,
}: {
  apiKey: ApiKey;
  onClose: (outcome: Outcome) => void;
}) {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome>('kept');
  const remove = async () => {
    try {
      await sendMutation(client, deleteKeyMutation, { id: apiKey.id }, fallback);
      onClose('deleted');
    } catch (error) {
      setOutcome('failed');
      throw error;
    }
  };
  return (
    <ConfirmDialog
      body={
        <>
          <strong className="break-words font-semibold text-text">{keyName(apiKey)}</strong>{' '}
          <span className="font-mono text-[14px]">{apiKey.hint}</span>, {lastUse(apiKey.last_used_at)}. What
          uses it stops working at once.
        </>
      }
      confirmLabel="Delete"
      onConfirm={remove}
      onOpenChange={(open) => !open && onClose(outcome)}
      open
      question="Are you sure you want to delete this API key?"
    />
  );
}

const lastUse = (at: string | null) =>
  at === null ? 'never used' : `last used ${formatRelative(at, Date.now())}`;
