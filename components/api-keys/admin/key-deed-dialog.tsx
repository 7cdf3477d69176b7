'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { GraceSelect } from '@/components/api-keys/grace-select';
import { KeySummary } from '@/components/api-keys/key-summary';
import type { NewSecret } from '@/components/api-keys/rotate-secret';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { messageOf } from '@/lib/graphql-client/errors';
import type { AccountKey } from './account-keys-query';
import type { KeyDeed } from './key-deed';
import { ownerName } from './owner-name';
import { usePresentKey } from './use-present-key';

interface KeyDeedDialogProps {
  apiKey: AccountKey;
  deed: KeyDeed;
  /** It is done; `secret` is the key's new one, where it got one. */
  onDone: (secret: NewSecret | null) => void;
  /** It failed, as far as is known here. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks before something is done with a key. Where that fails, the key is read again before the next try. */
export function KeyDeedDialog({ apiKey, deed, onDone, onFailed, onClose }: KeyDeedDialogProps) {
  const client = useClient();
  const { present, readAgain } = usePresentKey(apiKey);
  const answer = useRef<{ secret: NewSecret | null }>(undefined);
  const [grace, setGrace] = useState(0);
  const confirm = async () => {
    try {
      answer.current = { secret: await deed.send(client, present, grace) };
    } catch (error) {
      onFailed();
      const told = messageOf(error);
      throw new Error([told, await readAgain()].filter(Boolean).join(' '));
    }
  };
  return (
    <ConfirmDialog
      body={
        <>
          <KeySummary of={present} owner={ownerName(present)} />. {deed.consequence(present, grace)}
        </>
      }
      confirmLabel={deed.label}
      onConfirm={confirm}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        if (answer.current) onDone(answer.current.secret);
      }}
      open
      question={deed.question}
      tone={deed.tone}
    >
      {deed.offersGrace && <GraceSelect onChange={setGrace} value={grace} />}
    </ConfirmDialog>
  );
}
