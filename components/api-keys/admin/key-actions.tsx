'use client';
import { keyName } from '@/components/api-keys/key-name';
import { Button } from '@/components/ui/button';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import type { AccountKey } from './account-keys-query';
import type { KeyState } from './key-state';

type ButtonAction = 'revoke' | 'rotate' | 'edit' | 'reactivate' | 'delete';
/** `end-secret`: of the old secret, which has its own button. */
export type KeyAction = ButtonAction | 'end-secret';
export type OnKeyAction = (action: KeyAction, key: AccountKey) => void;

const labels: Record<ButtonAction, string> = {
  revoke: 'Revoke',
  rotate: 'Rotate',
  edit: 'Edit',
  reactivate: 'Reactivate',
  delete: 'Delete',
};
/** SPEC.md, section 2: active keys offer three things, others two, of which an expired key is past the first. */
const offers: Record<KeyState, ButtonAction[]> = {
  active: ['revoke', 'rotate', 'edit'],
  revoked: ['reactivate', 'delete'],
  expired: ['delete'],
};

interface KeyActionsProps {
  apiKey: AccountKey;
  state: KeyState;
  onAction: OnKeyAction;
  onFocusLost: () => void;
}

/** What can be done with a key in its state; mounted anew for another one. */
export function KeyActions({ apiKey, state, onAction, onFocusLost }: KeyActionsProps) {
  const buttons = useFocusLost<HTMLDivElement>(onFocusLost);

  return (
    <div className="flex flex-wrap items-center gap-2 @min-[900px]:justify-end" ref={buttons}>
      {state === 'expired' && <span className="text-[13px] text-muted">Expired for good</span>}
      {offers[state].map((action) => (
        <Button
          key={action}
          onClick={() => onAction(action, apiKey)}
          size="small"
          variant={action === 'delete' || action === 'revoke' ? 'danger' : 'line'}
        >
          {labels[action]}
          <span className="sr-only">
            {' '}
            {keyName(apiKey)} {apiKey.hint}
          </span>
        </Button>
      ))}
    </div>
  );
}
