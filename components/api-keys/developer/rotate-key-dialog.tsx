'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { GraceSelect, rotationWords } from '@/components/api-keys/grace-select';
import { KeySummary } from '@/components/api-keys/key-summary';
import { type NewSecret, rotateSecret } from '@/components/api-keys/rotate-secret';
import { useFreshKey } from '@/components/api-keys/use-fresh-key';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import type { ApiKey } from './my-api-keys-query';

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  /** `secret` is the key's new one; null: it was not rotated, as far as is known here. */
  onClose: (secret: NewSecret | null) => void;
}

/** Asks before a key gets a new secret, and for how long the old one goes on working. */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const client = useClient();
  const { key, readAgain } = useFreshKey(apiKey);
  const [grace, setGrace] = useState(0);
  const secret = useRef<NewSecret>(null);
  const rotate = async () => {
    try {
      secret.current = await rotateSecret(client, key, grace);
    } catch (error) {
      await readAgain();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      body={
        <>
          <KeySummary of={apiKey} />. {rotationWords(grace)}
        </>
      }
      confirmLabel="Rotate"
      onConfirm={rotate}
      onOpenChange={(open) => !open && onClose(secret.current)}
      open
      question="Rotate this API key?"
    >
      <GraceSelect onChange={setGrace} value={grace} />
    </ConfirmDialog>
  );
}
