'use client';
import { type FormEvent, type Ref, useState } from 'react';
import { type Client, useClient } from 'urql';
import { type KeySecret, sendForSecret } from '@/components/api-keys/new-secret';
import { ScopeFields, type ScopeName, scopeNames, trueScopes } from '@/components/auth/scopes';
import { Field, Input, Select, SubmitButton } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { LeaveGuard } from '@/components/ui/unsaved-changes';
import type { Scopes } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { formatDate } from '@/lib/format/date';
import { messageOf, ResponseLost } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { addDays, type Day, dayOf, startOfDay } from '@/lib/rules/day';

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

interface NewKey {
  name: string | null;
  /** Without flags: read and write, as far as the owner has them. */
  scopes: Partial<Record<ScopeName, true>>;
  /** The last UTC day on which it works; null: it never expires. */
  expires_at: Day | null;
}

async function createKey(client: Client, variables: NewKey): Promise<KeySecret> {
  const { createAPIKey: made } = await sendForSecret(client, createKeyMutation, { ...variables }, 'created');
  return { id: made.apiKey.id, name: made.apiKey.name, rawKey: made.rawKey };
}

/** A key's scopes if its owner chooses none (docs/product.md, "Settings"). */
const isDefault = (name: ScopeName) => name !== 'admin';

interface CreateKeyFormProps {
  /** The person's own scopes: a key has these at most. */
  own: Scopes;
  onCreated: (secret: KeySecret) => void;
  /** Called if it seems to have failed. @param lost whether the response was lost, so that the key may exist */
  onFailed: (lost: boolean) => void;
  /** Another attempt begins. */
  onSubmit: () => void;
  ref: Ref<HTMLFormElement>;
}

/** Creates a key of the person's own; what was chosen is kept if that fails. */
export function CreateKeyForm({ own, onCreated, onFailed, onSubmit, ref }: CreateKeyFormProps) {
  const client = useClient();
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [lacksScope, setLacksScope] = useState(false);
  const [expiry, setExpiry] = useState(noExpiry);
  const [expiryProblem, setExpiryProblem] = useState<string | null>(null);
  const grantable = scopeNames.filter((name) => own[name]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const chosen = grantable.filter((name) => typed.has(name));
    const { day, problem } = lastDayOf(expiry);
    setLacksScope(grantable.length > 0 && chosen.length === 0);
    setExpiryProblem(problem);
    if (problem !== null || (grantable.length > 0 && chosen.length === 0)) return;
    const isUnchanged = grantable.every((name) => chosen.includes(name) === isDefault(name));
    const scopes = isUnchanged ? {} : trueScopes(Object.fromEntries(chosen.map((name) => [name, true])));
    const name = String(typed.get('name')).trim() || null;
    setCreating(true);
    setFailure(null);
    onSubmit();
    try {
      const made = await createKey(client, { name, scopes, expires_at: day });
      form.reset();
      setExpiry(noExpiry);
      onCreated(made);
    } catch (error) {
      setFailure(messageOf(error));
      onFailed(error instanceof ResponseLost);
    }
    setCreating(false);
  };

  return (
    <form
      className="max-w-[760px]"
      noValidate
      onInput={() => {
        setLacksScope(false);
        setExpiryProblem(null);
      }}
      onSubmit={submit}
      ref={ref}
    >
      <div className="flex flex-wrap gap-x-4 gap-y-3.5">
        <Field
          className="min-w-[220px] flex-1"
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
        <ExpiryField error={expiryProblem ?? undefined} expiry={expiry} onChange={setExpiry} />
      </div>
      <div className="mt-3.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3.5">
        <ScopeFields
          error={lacksScope ? 'Choose at least one scope.' : undefined}
          names={grantable}
          register={(name) => ({ defaultChecked: isDefault(name) })}
        />
        <SubmitButton label="Create API Key" pending={creating} pendingLabel="Creating..." />
      </div>
      {creating && <LeaveGuard loss="The key is being created, and its secret is shown only on this page." />}
      {failure && <Failure className="mt-4" message={failure} />}
    </form>
  );
}

/** When a new key is to expire: after so many days (`30`), on a day of its own (`custom`), or never (empty). */
interface Expiry {
  choice: string;
  /** The day for `custom`; empty if none is complete. */
  day: Day;
}

const noExpiry: Expiry = { choice: '', day: '' };

const periods = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
];

const today = () => dayOf(new Date());

/**
 * The last UTC day on which the key works; null if it never expires.
 * @returns with `problem`, a sentence, if the chosen day can't be used
 */
function lastDayOf({ choice, day }: Expiry): { day: Day | null; problem: string | null } {
  if (choice !== 'custom') return { day: choice ? addDays(today(), Number(choice)) : null, problem: null };
  if (!day) return { day: null, problem: 'Enter a complete date.' };
  if (day < today()) return { day: null, problem: 'Choose today or a later day.' };
  return { day, problem: null };
}

interface ExpiryFieldProps {
  expiry: Expiry;
  onChange: (expiry: Expiry) => void;
  error: string | undefined;
}

/** Chooses when a new key expires. */
function ExpiryField({ expiry, onChange, error }: ExpiryFieldProps) {
  return (
    <>
      <Field className="min-w-[190px] max-sm:grow" label="Expires">
        {(control) => (
          <Select
            {...control}
            name="expiry"
            onChange={({ target }) => onChange({ ...expiry, choice: target.value })}
            value={expiry.choice}
          >
            <option value="">Never</option>
            {periods.map(({ days, label }) => (
              <option key={days} value={days}>
                {`${label} (${formatDate(String(startOfDay(addDays(today(), days)).getTime()))})`}
              </option>
            ))}
            <option value="custom">Custom date</option>
          </Select>
        )}
      </Field>
      {expiry.choice === 'custom' && (
        <Field className="min-w-[160px] max-sm:grow" error={error} label="Last day (UTC)">
          {(control) => (
            <Input
              {...control}
              min={today()}
              name="expires_at"
              onChange={({ target }) => onChange({ ...expiry, day: target.value })}
              type="date"
              value={expiry.day}
            />
          )}
        </Field>
      )}
    </>
  );
}
