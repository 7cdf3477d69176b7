'use client';
import { EndPreviousSecretDialog } from '@/components/api-keys/end-previous-secret-dialog';
import type { AccountKey } from './account-keys-query';
import { CreateKeyDialog } from './create-key-dialog';
import { deleteKey } from './delete-key';
import { EditScopesDialog } from './edit-scopes-dialog';
import type { KeyAction } from './key-actions';
import type { KeyDeed } from './key-deed';
import { KeyDeedDialog } from './key-deed-dialog';
import type { KeySecret } from './key-secret-banner';
import { ownerName } from './owner-name';
import { reactivateKey } from './reactivate-key';
import { revokeKey } from './revoke-key';
import { rotateKey } from './rotate-key';

const deeds: Record<Exclude<KeyAction, 'edit' | 'end-secret'>, KeyDeed> = {
  revoke: revokeKey,
  rotate: rotateKey,
  reactivate: reactivateKey,
  delete: deleteKey,
};

interface KeyDialogsProps {
  accountId: string;
  /** What the person is at; null for nothing. */
  begun: { action: KeyAction; key: AccountKey } | 'create' | null;
  onClose: () => void;
  onCreated: (secret: KeySecret) => void;
  onRotated: (secret: KeySecret) => void;
  onDeleted: (id: string) => void;
  /** A change of a key is done, in a sentence. */
  onDone: (text: string) => void;
  /** Something failed, as far as is known here. @param lost a new key's answer was: it may be there */
  onFailed: (lost?: boolean) => void;
}

/** The dialog of whatever a person has begun to do with keys. */
export function KeyDialogs({ accountId, begun, onClose, onFailed, ...on }: KeyDialogsProps) {
  if (begun === null) return null;
  if (begun === 'create') {
    return (
      <CreateKeyDialog accountId={accountId} onClose={onClose} onCreated={on.onCreated} onFailed={onFailed} />
    );
  }
  const { action, key } = begun;
  if (action === 'edit') {
    return (
      <EditScopesDialog
        apiKey={key}
        onClose={onClose}
        onFailed={onFailed}
        onSaved={() => on.onDone('Scopes saved.')}
      />
    );
  }
  if (action === 'end-secret') {
    return (
      <EndPreviousSecretDialog
        apiKey={key}
        onClose={(outcome) => {
          onClose();
          if (outcome === 'ended') on.onDone('Old secret ended.');
          if (outcome === 'failed') onFailed();
        }}
      />
    );
  }
  const deed = deeds[action];
  return (
    <KeyDeedDialog
      apiKey={key}
      deed={deed}
      onClose={onClose}
      onDone={(secret) => {
        on.onDone(deed.done);
        if (action === 'delete') on.onDeleted(key.id);
        const { id, name } = key;
        if (secret) {
          on.onRotated({ id, name, owner: ownerName(key), rawKey: secret.rawKey, rotated: secret });
        }
      }}
      onFailed={onFailed}
    />
  );
}
