'use client';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { KeySummary } from '@/components/api-keys/key-summary';
import { ScopeFields } from '@/components/auth/admin/scope-fields';
import { scopeNames } from '@/components/auth/admin/scope-names';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Scopes } from '@/lib/config/access';
import { messageOf } from '@/lib/graphql-client/errors';
import type { AccountKey } from './account-keys-query';
import { ownerName } from './owner-name';
import { saveScopes } from './save-scopes';
import { usePresentKey } from './use-present-key';

interface EditScopesDialogProps {
  apiKey: AccountKey;
  onSaved: () => void;
  /** It failed, as far as is known here. */
  onFailed: () => void;
  onClose: () => void;
}

/**
 * Edits what a key may do. Where saving fails the key is read again: what the person has set stays, the rest is as it
 * is now, and what somebody else has changed is said.
 */
export function EditScopesDialog({ apiKey, onSaved, onFailed, onClose }: EditScopesDialogProps) {
  const client = useClient();
  const { present, readAgain } = usePresentKey(apiKey);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** What the person has set, over what the key has. */
  const [set, setSet] = useState<Partial<Scopes>>({});
  const { read, write, admin } = present.scopes;
  const scopes: Scopes = { read, write, admin, ...set };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!Object.values(scopes).includes(true)) return setFailure('Choose at least one scope.');
    setPending(true);
    setFailure(null);
    try {
      await saveScopes(client, present, scopes);
      onClose();
      onSaved();
    } catch (error) {
      onFailed();
      const told = messageOf(error);
      setFailure([told, await readAgain()].filter(Boolean).join(' '));
      setPending(false);
    }
  };

  return (
    <Dialog onOpenChange={(open) => !open && !pending && onClose()} open title="Edit Scopes">
      <p className={dialogLook.description}>
        <KeySummary of={present} owner={ownerName(present)} />. A scope taken away is gone with its next call.
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
          <Button disabled={pending} onClick={onClose} variant="line">
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
