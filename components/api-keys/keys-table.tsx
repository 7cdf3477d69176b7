'use client';
import type { ReactNode } from 'react';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { ZonedTime } from '@/components/ui/moment';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { useTimes } from '@/components/ui/use-times';
import { keyName, keyStatus } from '@/lib/rules/api-key-display';
import { type ApiKey, type PreviousSecret, previousSecretUse, workingPreviousSecret } from './api-key';
import type { BegunKeyAction } from './key-dialogs';
import type { KeyOrder } from './key-order';
import type { KeyView, OfferedAction } from './key-view';

interface KeysTableProps {
  view: KeyView;
  keys: ApiKey[];
  /** Other keys are on their way. */
  busy: boolean;
  order: Pick<KeyOrder, 'sort' | 'setSort'>;
  onAction: (begun: BegunKeyAction) => void;
  /** Called before the focused element is removed; the same function on every render. */
  onFocusLost: () => void;
}

/** The keys of one page in rows: what the view shows of each, its actions, and its old secret while that works. */
export function KeysTable({ view, keys, busy, order, ...row }: KeysTableProps) {
  useTimes();
  return (
    <DataTable
      below={(key) => {
        const previous = workingPreviousSecret(key);
        return previous && <PreviousSecretLine apiKey={key} previous={previous} {...row} />;
      }}
      busy={busy}
      columns={[
        ...view.columns,
        {
          head: 'Actions',
          minWidth: 144,
          priority: 8,
          kind: 'actions',
          cell: (key) => <KeyActions apiKey={key} offers={view.offers(key)} {...row} />,
        },
      ]}
      keyOf={({ id }) => id}
      label={view.tableLabel}
      onSort={order.setSort}
      rows={keys}
      sort={order.sort}
    />
  );
}

interface RowProps extends Pick<KeysTableProps, 'onAction' | 'onFocusLost'> {
  apiKey: ApiKey;
}

/** The first action that a key's state allows on a button, the others in a menu. */
function KeyActions({ apiKey, offers, onAction, onFocusLost }: RowProps & { offers: OfferedAction[] }) {
  const [first, ...others] = offers;
  const begin = (action: OfferedAction) => () => onAction({ action, key: apiKey });
  return (
    <>
      {first && (
        <KeyButton of={apiKey} onFocusLost={onFocusLost} onPress={begin(first)}>
          {offerOf(first).label}
        </KeyButton>
      )}
      {others.length > 0 && (
        <KeyMenu
          actions={others.map((action) => ({ ...offerOf(action), onSelect: begin(action) }))}
          of={apiKey}
          onFocusLost={onFocusLost}
        />
      )}
    </>
  );
}

/** Until when a key's old secret works, and a button that ends it now. */
function PreviousSecretLine({
  apiKey,
  previous,
  onAction,
  onFocusLost,
}: RowProps & { previous: PreviousSecret }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-rule border-l-2 pl-2.5 text-[13px]">
      <p>
        Old secret <span className="whitespace-nowrap font-mono">{previous.hint}</span> works until{' '}
        <ZonedTime at={previous.expires_at} className="whitespace-nowrap" />
        <span className="text-muted"> · {previousSecretUse(previous)}</span>
      </p>
      <KeyButton
        of={{ name: apiKey.name, hint: previous.hint }}
        onFocusLost={onFocusLost}
        onPress={() => onAction({ action: 'end-secret', key: apiKey })}
      >
        End old secret now
      </KeyButton>
    </div>
  );
}

/** The secret's first and last characters, below what names the key. */
export function KeyHint({ of: { hint } }: { of: ApiKey }) {
  return <span className="block whitespace-nowrap font-mono text-[13px] text-muted">{hint}</span>;
}

/** An action as a row offers it. */
function offerOf(action: OfferedAction): Omit<MenuAction, 'onSelect'> {
  if (action === 'edit') return { label: 'Edit scopes' };
  if (action === 'rename') return { label: 'Rename' };
  return { label: action.label, tone: action.isRed ? 'danger' : 'plain' };
}

interface KeyControlProps {
  /** The key or old secret it is about, for screen readers. */
  of: { name: string | null; hint: string };
  onFocusLost: () => void;
}

interface KeyButtonProps extends KeyControlProps {
  onPress: () => void;
  children: ReactNode;
}

/** A button that may go before its row does, once what it does is no longer possible. */
function KeyButton({ of: { name, hint }, onPress, onFocusLost, children }: KeyButtonProps) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <Button onClick={onPress} ref={button} size="small" variant="line">
      {children}
      <span className="sr-only">
        {' '}
        {keyName({ name })} {hint}
      </span>
    </Button>
  );
}

/** The menu of a key's other actions, which may go before its row does as well. */
function KeyMenu({ of: { name, hint }, actions, onFocusLost }: KeyControlProps & { actions: MenuAction[] }) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <ActionMenu actions={actions} label={`More actions for ${keyName({ name })} ${hint}`} ref={button} />
  );
}

const tones: Record<ReturnType<typeof keyStatus>['word'], StatusTone> = {
  Active: 'good',
  'Expires soon': 'soon',
  Expired: 'bad',
  Revoked: 'off',
};

/** A key's status; if it was revoked, when. The column of its expiry says the rest. */
export function KeyStatus({ of: key }: { of: ApiKey }) {
  const { word, reason } = keyStatus(key, Date.now());
  return (
    <>
      <StatusMark tone={tones[word]}>{word}</StatusMark>{' '}
      {word === 'Revoked' && <span className="subline max-w-[26ch]">{reason}</span>}
    </>
  );
}
