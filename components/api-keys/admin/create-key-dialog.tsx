'use client';
import { type FormEvent, useState } from 'react';
import { type Client, useClient } from 'urql';
import { ownerName } from '@/components/api-keys/api-key';
import { type KeySecret, sendForSecret } from '@/components/api-keys/new-secret';
import { ScopeFields, scopeNames, trueScopes } from '@/components/auth/scopes';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, MessageDialog } from '@/components/ui/dialog';
import { Field, Input, SubmitButton } from '@/components/ui/form';
import { UserSelect } from '@/components/users/admin/user-select';
import type { Scopes } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { messageOf, ResponseLost } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';

const mutation = graphql(`
  mutation CreateKey($userId: ID!, $accountId: ID!, $name: String, $scopes: ScopesInput!, $expires_at: Date) {
    createAPIKey(userId: $userId, accountId: $accountId, name: $name, scopes: $scopes, expires_at: $expires_at) {
      rawKey
      apiKey {
        id
        name
        user_id
        user_name
      }
    }
  }
`);

interface NewKey {
  userId: string;
  accountId: string;
  name: string | null;
  scopes: Scopes;
  /** The last UTC day on which it works; null: it never expires. */
  expires_at: string | null;
}

async function createKey(client: Client, { scopes, ...rest }: NewKey): Promise<KeySecret> {
  const variables = { ...rest, scopes: trueScopes(scopes) };
  const { createAPIKey: made } = await sendForSecret(client, mutation, variables, 'created');
  const { id, name } = made.apiKey;
  return { id, name, owner: ownerName(made.apiKey), rawKey: made.rawKey };
}

/** docs/product.md, "API keys". */
const defaultExpiry = '2099-12-31';

interface CreateKeyDialogProps {
  accountId: string;
  onCreated: (secret: KeySecret) => void;
  /** Called if it seems to have failed. @param lost whether the response was lost, so that the key may exist */
  onFailed: (lost: boolean) => void;
  onClose: () => void;
}

/** Creates a key for a user (docs/product.md, "API keys"); what was typed stays if that fails. */
export function CreateKeyDialog({ accountId, onCreated, onFailed, onClose }: CreateKeyDialogProps) {
  const client = useClient();
  const [userId, setUserId] = useState('');
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [lacksScope, setLacksScope] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name)).trim() || null;
    const scopes = { read: typed.has('read'), write: typed.has('write'), admin: typed.has('admin') };
    if (!userId) return setMessage('Select a user');
    // Without any the server would give the owner's.
    if (!Object.values(scopes).includes(true)) return setLacksScope(true);
    setPending(true);
    const fields = { userId, accountId, name: text('name'), scopes, expires_at: text('expires_at') };
    try {
      const made = await createKey(client, fields);
      onClose();
      onCreated(made);
    } catch (error) {
      setPending(false);
      setMessage(`❌ ${messageOf(error)}`);
      onFailed(error instanceof ResponseLost);
    }
  };

  return (
    <Dialog onOpenChange={(open) => !open && !pending && onClose()} open title="Create API Key">
      <form className="mt-4 grid gap-3.5" noValidate onInput={() => setLacksScope(false)} onSubmit={submit}>
        <Field label="User">
          {(control) => (
            <UserSelect
              {...control}
              accountId={accountId}
              emptyLabel="Select a user"
              name="userId"
              onChange={setUserId}
              value={userId}
            />
          )}
        </Field>
        <Field
          label={
            <>
              Name <span className="font-normal text-muted">(optional)</span>
            </>
          }
        >
          {(control) => (
            <Input {...control} autoComplete="off" maxLength={limits.apiKeyName.max} name="name" />
          )}
        </Field>
        <ScopeFields
          error={lacksScope ? 'Choose at least one scope.' : undefined}
          names={scopeNames}
          register={(name) => ({ defaultChecked: name !== 'admin' })}
        />
        <div>
          <Field label="Expires">
            {(control) => <Input {...control} defaultValue={defaultExpiry} name="expires_at" type="date" />}
          </Field>
          <p className="mt-1.5 text-[13.5px] text-muted">
            The key works until the end of that day, UTC. If you leave it empty, it never expires.
          </p>
        </div>
        <DialogActions>
          <SubmitButton label="Create" pending={pending} pendingLabel="Creating..." />
          <Button disabled={pending} onClick={onClose} variant="line">
            Cancel
          </Button>
        </DialogActions>
      </form>
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </Dialog>
  );
}
