'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { deletionWords } from '@/components/api-keys/deletion-words';
import { KeySummary } from '@/components/api-keys/key-summary';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
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
  return (
    <ConfirmDialog
      body={
        <>
          <KeySummary of={apiKey} />. {deletionWords(apiKey)}
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
