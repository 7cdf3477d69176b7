'use client';
import { EndPreviousSecretDialog } from '@/components/api-keys/end-previous-secret-dialog';
import type { NewSecret } from '@/components/api-keys/rotate-secret';
import { DeleteKeyDialog } from './delete-key-dialog';
import type { ApiKey } from './my-api-keys-query';
import { RotateKeyDialog } from './rotate-key-dialog';

export type KeyAction = 'rotate' | 'end-secret' | 'delete';
export type OnKeyAction = (action: KeyAction, key: ApiKey) => void;

interface KeyDialogsProps {
  /** What the person is about to do. */
  begun: { action: KeyAction; key: ApiKey };
  onClose: () => void;
  /** It is done, in a sentence. */
  onDone: (text: string) => void;
  onRotated: (secret: NewSecret) => void;
  /** The list may not be as it was: something was done, or failed and may have been done all the same. */
  onChanged: () => void;
}

/** The question before whatever a person has begun to do with a key. */
export function KeyDialogs({
  begun: { action, key },
  onClose,
  onDone,
  onRotated,
  onChanged,
}: KeyDialogsProps) {
  switch (action) {
    case 'rotate':
      return (
        <RotateKeyDialog
          apiKey={key}
          onClose={(secret) => {
            onClose();
            onChanged();
            if (!secret) return;
            onDone('API key rotated.');
            onRotated(secret);
          }}
        />
      );
    case 'end-secret':
      return (
        <EndPreviousSecretDialog
          apiKey={key}
          onClose={(outcome) => {
            onClose();
            if (outcome === 'ended') onDone('Old secret ended.');
            if (outcome !== 'kept') onChanged();
          }}
        />
      );
    case 'delete':
      return (
        <DeleteKeyDialog
          apiKey={key}
          onClose={(outcome) => {
            onClose();
            if (outcome === 'deleted') onDone('API key deleted.');
            // A deletion that failed may have happened all the same, or somebody else was faster.
            if (outcome !== 'kept') onChanged();
          }}
        />
      );
  }
}
