'use client';
import { useRef } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { formatQuantity } from '@/lib/format/number';
import { endAllOtherSessions } from './end-sessions';

interface EndOthersDialogProps {
  /** It is closed; `told` says what was done, null where nothing was, as far as is known here. */
  onClose: (told: string | null) => void;
}

/** Asks before all sessions but this one end. */
export function EndOthersDialog({ onClose }: EndOthersDialogProps) {
  const client = useClient();
  const told = useRef<string>(null);
  const end = async () => {
    const count = await endAllOtherSessions(client);
    told.current = `${formatQuantity(count, { one: 'other session has', other: 'other sessions have' })} ended.`;
  };
  return (
    <ConfirmDialog
      body="You stay signed in here only. API keys go on working."
      confirmLabel="End sessions"
      onConfirm={end}
      onOpenChange={(open) => !open && onClose(told.current)}
      open
      question="End all other sessions?"
    />
  );
}
