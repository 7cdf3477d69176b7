'use client';
import { type FormEvent, type Ref, useState } from 'react';
import { type Client, useClient } from 'urql';
import type { KeySecret } from '@/components/api-keys/key-secret-banner';
import { sendForSecret } from '@/components/api-keys/send-for-secret';
import { Failure } from '@/components/ui/failure';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { SubmitButton } from '@/components/ui/submit-button';
import { limits } from '@/lib/config/limits';
import { messageOf, ResponseLost } from '@/lib/graphql-client/errors';
import { graphql } from '@/lib/graphql-client/graphql';

const createKeyMutation = graphql(`
  mutation CreateMyApiKey($name: String, $scopes: ScopesInput, $expires_at: Date) {
    createAPIKey(name: $name, scopes: $scopes, expires_at: $expires_at) {
      rawKey
      apiKey {
        id
        name
        status
        createdAt
      }
    }
  }
`);

async function createKey(client: Client, name: string | null): Promise<KeySecret> {
  const variables = { name, scopes: {}, expires_at: null };
  const { createAPIKey: made } = await sendForSecret(client, createKeyMutation, variables, 'created');
  return { id: made.apiKey.id, name: made.apiKey.name, rawKey: made.rawKey };
}

interface CreateKeyFormProps {
  onCreated: (secret: KeySecret) => void;
  /** Called if it seems to have failed. @param lost whether the response was lost, so that the key may exist */
  onFailed: (lost: boolean) => void;
  /** Another attempt begins. */
  onSubmit: () => void;
  ref: Ref<HTMLFormElement>;
}

/** Creates a key of the person's own, without scopes and expiry (SPEC.md, section 7); the name is kept if that fails. */
export function CreateKeyForm({ onCreated, onFailed, onSubmit, ref }: CreateKeyFormProps) {
  const client = useClient();
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name')).trim() || null;
    setCreating(true);
    setFailure(null);
    onSubmit();
    try {
      const made = await createKey(client, name);
      form.reset();
      onCreated(made);
    } catch (error) {
      setFailure(messageOf(error));
      onFailed(error instanceof ResponseLost);
    }
    setCreating(false);
  };

  return (
    <form className="max-w-[560px]" noValidate onSubmit={submit} ref={ref}>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3.5">
        <Field
          className="min-w-[220px] flex-1"
          label={
            <>
              Name <span className="font-normal text-muted">(optional)</span>
            </>
          }
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              className="min-h-[46px]"
              maxLength={limits.apiKeyName.max}
              name="name"
            />
          )}
        </Field>
        <SubmitButton label="Create API Key" pending={creating} pendingLabel="Creating..." />
      </div>
      {creating && <LeaveGuard loss="The key is being made: it is shown on this page only." />}
      {failure && <Failure className="mt-4" message={failure} />}
    </form>
  );
}
