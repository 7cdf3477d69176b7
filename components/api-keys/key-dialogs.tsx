'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import type { ApiKey } from './api-key';
import { EndPreviousSecretDialog } from './end-previous-secret-dialog';
import type { KeySecret } from './key-secret-banner';
import { KeySummary } from './key-summary';
import type { KeyAction, KeyDialogProps, KeyView, RotatedSecret } from './key-view';
import { GraceSelect } from './rotate-key';
import { useLatestKey } from './use-latest-key';

/** What a person has begun to do with a key; `end-secret`: to end its old one. */
export interface BegunKeyAction {
  action: KeyAction | 'edit' | 'end-secret';
  key: ApiKey;
}

interface KeyDialogsProps extends Omit<KeyDialogProps, 'apiKey'> {
  view: KeyView;
  begun: BegunKeyAction;
  /** It is done, and the dialog is closed. `text` says so; `secret` is the key's new one, if it got one. */
  onDone: (text: string, secret: KeySecret | null) => void;
}

/** The dialog of whatever a person has begun to do with a key. */
export function KeyDialogs({ view, begun: { action, key }, onDone, onClose, onFailed }: KeyDialogsProps) {
  const dialog = { apiKey: key, onFailed };
  const closing =
    (text: string): KeyDialogProps['onClose'] =>
    (outcome) => {
      onClose(outcome);
      if (outcome === 'done') onDone(text, null);
    };
  if (action === 'edit') {
    const { EditDialog, describeChanges } = view;
    return (
      EditDialog && (
        <EditDialog {...dialog} describeChanges={describeChanges} onClose={closing('Scopes saved.')} />
      )
    );
  }
  if (action === 'end-secret') {
    return <EndPreviousSecretDialog {...dialog} onClose={closing('Old secret ended.')} />;
  }
  return (
    <KeyActionDialog
      {...dialog}
      action={action}
      onClose={(outcome, rotated) => {
        onClose(outcome);
        if (outcome !== 'done') return;
        const { id, name } = key;
        const owner = view.ownerOf?.(key);
        onDone(action.done, rotated && { id, name, owner, rawKey: rotated.rawKey, rotated });
      }}
      view={view}
    />
  );
}

interface KeyActionDialogProps extends Omit<KeyDialogProps, 'onClose'> {
  action: KeyAction;
  view: KeyView;
  onClose: (...result: ['done', RotatedSecret | null] | ['failed' | 'canceled', null]) => void;
}

/** Asks before something is done with a key. */
function KeyActionDialog({ apiKey, action, view, onFailed, onClose }: KeyActionDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, view.describeChanges);
  const [grace, setGrace] = useState(0);
  const result = useRef<Parameters<typeof onClose>>(['canceled', null]);
  const confirm = async () => {
    const send = (latest: ApiKey) => action.send(client, latest, grace);
    try {
      result.current = ['done', await (action.ignoresChanges ? send(apiKey) : change(send))];
    } catch (error) {
      result.current = ['failed', null];
      onFailed?.();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      body={
        <>
          <KeySummary of={key} owner={view.ownerOf?.(key)} />. {action.consequence(key, grace)}
        </>
      }
      confirmLabel={action.label}
      onConfirm={confirm}
      onOpenChange={(open) => !open && onClose(...result.current)}
      open
      question={action.question}
      tone={action.tone}
    >
      {action.offersGrace && <GraceSelect onChange={setGrace} value={grace} />}
    </ConfirmDialog>
  );
}
