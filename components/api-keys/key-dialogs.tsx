'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Overtaken } from '@/lib/graphql-client/errors';
import { type ApiKey, keyState, workingPreviousSecret } from './api-key';
import { EndPreviousSecretDialog } from './end-previous-secret-dialog';
import type { KeySecret } from './key-secret-banner';
import { KeySummary } from './key-summary';
import type {
  DialogOutcome,
  KeyAction,
  KeyDialogProps,
  KeyView,
  OfferedAction,
  RotatedSecret,
} from './key-view';
import { RenameKeyDialog } from './rename-key-dialog';
import { GraceSelect, rotateKey } from './rotate-key';
import { useLatestKey } from './use-latest-key';

/** What a person has begun to do with a key; `end-secret`: to end its old one. */
export interface BegunKeyAction {
  action: OfferedAction | 'end-secret';
  key: ApiKey;
}

interface KeyDialogsProps extends Pick<KeyDialogProps, 'onFailed'> {
  view: KeyView;
  begun: BegunKeyAction;
  onClose: (outcome: 'done' | 'failed' | 'canceled') => void;
  /** It is done, if not by this person, and the dialog is closed. `text` says so; `secret` is the key's new one, if it got one. */
  onDone: (text: string, secret: KeySecret | null) => void;
}

/** The dialog of whatever a person has begun to do with a key. */
export function KeyDialogs({ view, begun: { action, key }, onDone, onClose, onFailed }: KeyDialogsProps) {
  const dialog = {
    apiKey: key,
    overtaken: (latest: ApiKey) => overtakenWords(view, action, key, latest),
    onFailed,
  };
  const close = (outcome: DialogOutcome, text: string, secret: KeySecret | null = null) => {
    const isOvertaken = outcome instanceof Overtaken;
    onClose(isOvertaken ? 'failed' : outcome);
    if (isOvertaken) onDone(outcome.message, null);
    else if (outcome === 'done') onDone(text, secret);
  };
  const closing = (text: string) => (outcome: DialogOutcome) => close(outcome, text);
  const { EditDialog, describeChanges, ownerOf } = view;
  if (action === 'edit') {
    return (
      EditDialog && (
        <EditDialog {...dialog} describeChanges={describeChanges} onClose={closing('Scopes saved.')} />
      )
    );
  }
  if (action === 'rename') {
    return (
      <RenameKeyDialog
        {...dialog}
        describeChanges={describeChanges}
        onClose={closing('API key renamed.')}
        ownerOf={ownerOf}
      />
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
        const { id, name } = key;
        const owner = ownerOf?.(key);
        close(outcome, action.done, rotated && { id, name, owner, rawKey: rotated.rawKey, rotated });
      }}
      view={view}
    />
  );
}

const alreadyWords = {
  active: 'This API key was already reactivated.',
  revoked: 'This API key was already revoked.',
  expired: 'This API key has expired.',
};

/** Why nothing is left to do with a key after another tab or person was faster, in a sentence; null if there is. */
function overtakenWords(
  view: KeyView,
  action: BegunKeyAction['action'],
  listed: ApiKey,
  latest: ApiKey,
): string | null {
  if (action === 'end-secret') {
    return workingPreviousSecret(latest) ? null : 'The old secret has already ended.';
  }
  if (!view.offers(latest).includes(action)) return alreadyWords[keyState(latest)];
  const isRotated = action === rotateKey && latest.hint !== listed.hint;
  return isRotated ? 'This API key was already rotated.' : null;
}

interface KeyActionDialogProps extends Omit<KeyDialogProps, 'onClose'> {
  action: KeyAction;
  view: KeyView;
  onClose: (outcome: DialogOutcome, rotated: RotatedSecret | null) => void;
}

/** Asks before something is done with a key. */
function KeyActionDialog({ apiKey, action, view, overtaken, onFailed, onClose }: KeyActionDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken, view.describeChanges);
  const [grace, setGrace] = useState(0);
  const result = useRef<Parameters<typeof onClose>>(['canceled', null]);
  const confirm = async () => {
    try {
      result.current = ['done', await change((latest) => action.send(client, latest, grace))];
    } catch (error) {
      onFailed?.();
      result.current = [error instanceof Overtaken ? error : 'failed', null];
      if (!(error instanceof Overtaken)) throw error;
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
