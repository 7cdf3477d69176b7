'use client';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { ownerName } from '@/components/api-keys/api-key';
import { KeySummary } from '@/components/api-keys/key-summary';
import type { KeyDialogProps, KeyView } from '@/components/api-keys/key-view';
import { useLatestKey } from '@/components/api-keys/use-latest-key';
import { ScopeFields } from '@/components/auth/scope-fields';
import { scopeNames, trueScopes } from '@/components/auth/scope-words';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import type { Scopes } from '@/lib/config/access';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf, Overtaken } from '@/lib/graphql-client/errors';
import { graphql } from '@/lib/graphql-client/graphql';

const mutation = graphql(`
  mutation EditKeyScopes($id: ID!, $scopes: ScopesInput!, $etag: String) {
    updateAPIKeyScopes(id: $id, scopes: $scopes, etag: $etag) {
      id
    }
  }
`);

const fallback = "The scopes couldn't be saved. Try again.";

type EditScopesDialogProps = KeyDialogProps & Pick<KeyView, 'describeChanges'>;

/**
 * Edits what a key may do. If saving fails, the key is read again: what the person has set stays, the rest is as it is
 * now, and the error says what another person has changed.
 */
export function EditScopesDialog({
  apiKey,
  describeChanges,
  overtaken,
  onFailed,
  onClose,
}: EditScopesDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken, describeChanges);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** What the person has set, over what the key has. */
  const [set, setSet] = useState<Partial<Scopes>>({});
  const { read, write, admin } = key.scopes;
  const scopes: Scopes = { read, write, admin, ...set };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!Object.values(scopes).includes(true)) return setFailure('Choose at least one scope.');
    setPending(true);
    setFailure(null);
    try {
      await change(({ id, etag }) =>
        sendMutation(client, mutation, { id, etag, scopes: trueScopes(scopes) }, fallback),
      );
      onClose('done');
    } catch (error) {
      onFailed?.();
      if (error instanceof Overtaken) return onClose(error);
      setFailure(messageOf(error));
      setPending(false);
    }
  };

  return (
    <Dialog onOpenChange={(open) => !open && !pending && onClose('canceled')} open title="Edit Scopes">
      <p className={dialogLook.description}>
        <KeySummary of={key} owner={ownerName(key)} />. Removed scopes stop working with the next call. If you
        remove Write, its open jobs are canceled; adding it again doesn't bring them back.
      </p>
      <form noValidate onSubmit={submit}>
        <ScopeFields
          className="mt-4"
          names={scopeNames}
          register={(name) => ({
            checked: scopes[name],
            onChange: ({ target }) => setSet({ ...set, [name]: target.checked }),
          })}
        />
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
