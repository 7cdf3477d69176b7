'use client';
import { type FormEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { ConfirmDialog, Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { Field, Input, SubmitButton } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { limits } from '@/lib/config/limits';
import { sendMutation } from '@/lib/graphql-client/calls';
import { messageOf, Overtaken } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { type ApiKey, keyState, workingPreviousSecret } from './api-key';
import type {
  DialogOutcome,
  KeyAction,
  KeyDialogProps,
  KeyView,
  OfferedAction,
  RotatedSecret,
} from './key-view';
import { KeySummary, useLatestKey } from './latest-key';
import { GraceSelect, type KeySecret, rotateKey } from './new-secret';
import { EndPreviousSecretDialog } from './previous-secret';

/** The action on a key whose dialog is open; `end-secret` ends its old secret. */
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

const renameMutation = graphql(`
  mutation RenameKey($id: ID!, $name: String!, $etag: String) {
    renameAPIKey(id: $id, name: $name, etag: $etag) {
      id
      name
    }
  }
`);

const renameFailed = "The API key couldn't be renamed. Try again.";

type RenameKeyDialogProps = KeyDialogProps & Pick<KeyView, 'describeChanges' | 'ownerOf'>;

/** Names a key, or removes its name; what was typed stays if that fails. */
function RenameKeyDialog({
  apiKey,
  describeChanges,
  ownerOf,
  overtaken,
  onFailed,
  onClose,
}: RenameKeyDialogProps) {
  const client = useClient();
  const { key, change } = useLatestKey(apiKey, overtaken, describeChanges);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    setPending(true);
    setFailure(null);
    try {
      await change(({ id, etag }) => sendMutation(client, renameMutation, { id, name, etag }, renameFailed));
      onClose('done');
    } catch (error) {
      onFailed?.();
      if (error instanceof Overtaken) return onClose(error);
      setFailure(messageOf(error));
      setPending(false);
    }
  };

  return (
    <Dialog onOpenChange={(open) => !open && !pending && onClose('canceled')} open title="Rename API Key">
      <p className={dialogLook.description}>
        <KeySummary of={key} owner={ownerOf?.(key)} />.
      </p>
      <form className="mt-4" noValidate onSubmit={submit}>
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              defaultValue={apiKey.name ?? ''}
              maxLength={limits.apiKeyName.max}
              name="name"
            />
          )}
        </Field>
        <p className="mt-1.5 text-[13.5px] text-muted">To remove the name, leave it empty.</p>
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
