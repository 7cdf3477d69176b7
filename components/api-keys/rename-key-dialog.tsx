'use client';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { Field, Input, SubmitButton } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { limits } from '@/lib/config/limits';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf, Overtaken } from '@/lib/graphql-client/errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { KeySummary } from './key-summary';
import type { KeyDialogProps, KeyView } from './key-view';
import { useLatestKey } from './use-latest-key';

const mutation = graphql(`
  mutation RenameKey($id: ID!, $name: String!, $etag: String) {
    renameAPIKey(id: $id, name: $name, etag: $etag) {
      id
      name
    }
  }
`);

const fallback = "The API key couldn't be renamed. Try again.";

type RenameKeyDialogProps = KeyDialogProps & Pick<KeyView, 'describeChanges' | 'ownerOf'>;

/** Names a key, or removes its name; what was typed stays if that fails. */
export function RenameKeyDialog({
  apiKey,
  describeChanges,
  ownerOf,
  overtaken,
  onFailed,
  onClose,
}: RenameKeyDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken, describeChanges);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    setPending(true);
    setFailure(null);
    try {
      await change(({ id, etag }) => sendMutation(client, mutation, { id, name, etag }, fallback));
      onClose('done');
    } catch (error) {
      onFailed?.();
      if (error instanceof Overtaken) return onClose(error);
      setFailure(messageOf(error));
      setPending(false);
    }
  };

  return (
    <Dialog onOpenChange={(open) => !open && !pending && onClose('canceled')} open title="Rename API Key">
      <p className={dialogLook.description}>
        <KeySummary of={key} owner={ownerOf?.(key)} />.
      </p>
      <form className="mt-4" noValidate onSubmit={submit}>
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              defaultValue={apiKey.name ?? ''}
              maxLength={limits.apiKeyName.max}
              name="name"
            />
          )}
        </Field>
        <p className="mt-1.5 text-[13.5px] text-muted">To remove the name, leave it empty.</p>
        {failure && <Failure className="mt-4" message={failure} />}
        <DialogActions>
          <SubmitButton label="Save" pending={pending} pendingLabel="Saving..." />
          <Button disabled={pending} onClick={() => onClose('canceled')} variant="line">
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
