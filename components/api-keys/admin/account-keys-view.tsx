'use client';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import {
  type ApiKey,
  deleteKeyMutation,
  deletionWords,
  keyState,
  ownerName,
} from '@/components/api-keys/api-key';
import type { KeyAction, KeyDialogProps, KeyView } from '@/components/api-keys/key-view';
import { KeyHint, KeyStatus } from '@/components/api-keys/keys-table';
import { KeySummary, useLatestKey } from '@/components/api-keys/latest-key';
import { rotateKey } from '@/components/api-keys/new-secret';
import { ScopeFields, scopeNames, scopeWords, trueScopes } from '@/components/auth/scopes';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/form';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { WholeWords } from '@/components/ui/whole-words';
import type { Scopes } from '@/lib/config/access';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf, Overtaken } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { keyName, keyStatus, lastInstant } from '@/lib/rules/api-key-display';

const revokeMutation = graphql(`
  mutation RevokeKey($id: ID!, $etag: String) {
    revokeAPIKey(id: $id, etag: $etag) {
      id
    }
  }
`);

const revokeKey: KeyAction = {
  label: 'Revoke',
  isRed: true,
  question: 'Revoke this API key?',
  consequence: () =>
    "Programs that use it stop working at once, and its open jobs are canceled. If you reactivate it, it works again, but those jobs don't come back.",
  done: 'API key revoked.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be revoked. Try again.";
    await sendMutation(client, revokeMutation, { id, etag }, fallback);
    return null;
  },
};

const reactivateMutation = graphql(`
  mutation ReactivateKey($id: ID!, $etag: String) {
    reactivateAPIKey(id: $id, etag: $etag) {
      id
    }
  }
`);

const reactivateKey: KeyAction = {
  label: 'Reactivate',
  question: 'Reactivate this API key?',
  consequence: () =>
    'Programs that have its secret can use it again at once. If it was revoked because it leaked, create a new key instead.',
  done: 'API key reactivated.',
  tone: 'dark',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be reactivated. Try again.";
    await sendMutation(client, reactivateMutation, { id, etag }, fallback);
    return null;
  },
};

export const deleteKey: KeyAction = {
  label: 'Delete',
  isRed: true,
  question: 'Are you sure you want to permanently delete this key?',
  consequence: (key) => `${deletionWords(key)} This can't be undone. Its usage stays in your reports.`,
  done: 'API key deleted.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be deleted. Try again.";
    await sendMutation(client, deleteKeyMutation, { id, etag }, fallback);
    return null;
  },
};

/** docs/product.md, "API keys", and renaming; an expired key can't be reactivated. */
const offers: Record<ReturnType<typeof keyState>, ReturnType<KeyView['offers']>> = {
  active: [rotateKey, 'edit', 'rename', revokeKey],
  revoked: [reactivateKey, 'rename', deleteKey],
  expired: [deleteKey],
};

/** The fields of a key that another person may have changed, in the page's words. */
const facts = (key: ApiKey) => ({
  status: keyStatus(key, Date.now()).word,
  scopes: scopeWords(key.scopes),
  name: keyName(key),
  hint: key.hint,
});
const labels = {
  name: 'Name',
  status: 'Status',
  scopes: 'Scopes',
  hint: { label: 'Secret', format: String },
} as const;

/** The admin's page: the keys of everyone in the account, and what each state of them allows. */
export const accountKeysView: KeyView = {
  tableLabel: 'API keys of the account',
  columns: [
    {
      head: 'User',
      minWidth: 160,
      priority: 9,
      cell: (key) => (
        <>
          <WholeWords className="font-medium" text={ownerName(key)} />
          <WholeWords className="text-[13px] text-muted" text={keyName(key)} />
          <KeyHint of={key} />
        </>
      ),
    },
    { head: 'Scopes', minWidth: 100, priority: 2, cell: (key) => scopeWords(key.scopes) },
    {
      head: 'Status',
      minWidth: 130,
      priority: 5,
      cell: (key) => (
        <>
          <KeyStatus of={key} />
          {key.user_status === 'DISABLED' && keyState(key) === 'active' && (
            <span className="subline max-w-[26ch] font-medium text-text!">
              Doesn't work while its user is disabled
            </span>
          )}
        </>
      ),
    },
    {
      head: 'Expires',
      sort: 'expires',
      minWidth: 118,
      priority: 4,
      cell: (key) => <Moment at={lastInstant(key.expires_at)} missing="Never" />,
    },
    {
      head: 'Created',
      sort: 'created',
      minWidth: 118,
      priority: 1,
      cell: (key) => <Moment at={key.createdAt} />,
    },
    {
      head: 'Last Used',
      sort: 'last_used',
      minWidth: 118,
      priority: 3,
      cell: (key) => <Moment at={key.last_used_at} missing="Never" />,
    },
  ],
  offers: (key) => offers[keyState(key)],
  ownerOf: ownerName,
  describeChanges: (before, after) => changedMeanwhile(facts(before), facts(after), labels),
  EditDialog: EditScopesDialog,
};

const editScopesMutation = graphql(`
  mutation EditKeyScopes($id: ID!, $scopes: ScopesInput!, $etag: String) {
    updateAPIKeyScopes(id: $id, scopes: $scopes, etag: $etag) {
      id
    }
  }
`);

const scopesNotSaved = "The scopes couldn't be saved. Try again.";

type EditScopesDialogProps = KeyDialogProps & Pick<KeyView, 'describeChanges'>;

/**
 * Edits a key's scopes. If saving fails, the key is read again. The person's choices stay, the other scopes are
 * refreshed, and the error says what another person has changed.
 */
function EditScopesDialog({ apiKey, describeChanges, overtaken, onFailed, onClose }: EditScopesDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken, describeChanges);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The person's choices, over the key's scopes. */
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
        sendMutation(client, editScopesMutation, { id, etag, scopes: trueScopes(scopes) }, scopesNotSaved),
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
