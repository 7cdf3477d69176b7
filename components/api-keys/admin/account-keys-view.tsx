'use client';
import { type ApiKey, deletionWords, keyName, keyState, ownerName } from '@/components/api-keys/api-key';
import type { KeyAction, KeyView } from '@/components/api-keys/key-view';
import { KeyStatus } from '@/components/api-keys/keys-table';
import { rotateKey } from '@/components/api-keys/rotate-key';
import { scopeWords } from '@/components/auth/admin/scope-words';
import { Moment } from '@/components/ui/moment';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { keyStatus, lastInstant } from '@/lib/rules/key-status';
import { EditScopesDialog } from './edit-scopes-dialog';

const revokeMutation = graphql(`
  mutation RevokeKey($id: ID!, $etag: String) {
    revokeAPIKey(id: $id, etag: $etag) {
      id
    }
  }
`);

const revokeKey: KeyAction = {
  label: 'Revoke',
  variant: 'danger',
  question: 'Revoke this API key?',
  consequence: () => 'Programs that use it stop working at once. Reactivate brings it back.',
  done: 'API key revoked.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be revoked. Please try again.";
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
  variant: 'line',
  question: 'Reactivate this API key?',
  consequence: () =>
    'Anyone with its secret can use it again at once. If it leaked, create a new key instead.',
  done: 'API key reactivated.',
  tone: 'dark',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be reactivated. Please try again.";
    await sendMutation(client, reactivateMutation, { id, etag }, fallback);
    return null;
  },
};

const deleteMutation = graphql(`
  mutation DeleteKey($id: ID!, $etag: String) {
    deleteAPIKey(id: $id, etag: $etag)
  }
`);

export const deleteKey: KeyAction = {
  label: 'Delete',
  variant: 'danger',
  question: 'Are you sure you want to permanently delete this key?',
  consequence: (key) => `${deletionWords(key)} You can't undo this. Its past usage stays counted.`,
  done: 'API key deleted.',
  tone: 'danger',
  send: async (client, { id, etag }) => {
    const fallback = "The API key couldn't be deleted. Please try again.";
    await sendMutation(client, deleteMutation, { id, etag }, fallback);
    return null;
  },
};

/** SPEC.md, section 2: active keys offer three things, others two; an expired key can't be reactivated. */
const offers: Record<ReturnType<typeof keyState>, ReturnType<KeyView['offers']>> = {
  active: [revokeKey, rotateKey, 'edit'],
  revoked: [reactivateKey, deleteKey],
  expired: [deleteKey],
};

/** The fields of a key that another person may have changed, in the page's words. */
const facts = (key: ApiKey) => ({
  status: keyStatus(key, Date.now()).word,
  scopes: scopeWords(key.scopes),
  hint: key.hint,
});
const labels = { status: 'Status', scopes: 'Scopes', hint: { label: 'Secret', format: String } } as const;

/** The admin's page: the keys of everyone in the account, and what each state of them allows. */
export const accountKeysView: KeyView = {
  tableLabel: 'API keys of the account',
  header: {
    head: 'User',
    cell: (key) => (
      <>
        <bdi className="wrap-anywhere block max-w-[28ch] font-medium">{ownerName(key)}</bdi>
        <bdi className="wrap-anywhere block max-w-[32ch] text-[13px] text-muted">{keyName(key)}</bdi>
      </>
    ),
  },
  columns: [
    { head: 'Scopes', cell: (key) => scopeWords(key.scopes) },
    {
      head: 'Status',
      cell: (key) => (
        <>
          <KeyStatus of={key} />
          {key.user_status === 'DISABLED' && keyState(key) === 'active' && (
            <span className="block max-w-[26ch] font-medium text-[13px]">
              Doesn't work while its user is disabled
            </span>
          )}
        </>
      ),
    },
    { head: 'Expires', cell: (key) => <Moment at={lastInstant(key.expires_at)} missing="Never" /> },
    { head: 'Last Used', cell: (key) => <Moment at={key.last_used_at} missing="Never" /> },
  ],
  offers: (key) => offers[keyState(key)],
  note: (key) => (keyState(key) === 'expired' ? 'Expired' : null),
  actionsInCorner: false,
  ownerOf: ownerName,
  describeChanges: (before, after) => changedMeanwhile(facts(before), facts(after), labels),
  EditDialog: EditScopesDialog,
};
