'use client';
import type { ReactNode } from 'react';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Button } from '@/components/ui/button';
import { SortHeader } from '@/components/ui/sort-header';
import {
  StackedActions,
  StackedBelow,
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { useTimes } from '@/components/ui/use-times';
import { ZonedTime } from '@/components/ui/zoned-time';
import { keyName } from '@/lib/rules/key-name';
import { keyStatus } from '@/lib/rules/key-status';
import { type ApiKey, previousSecretUse, workingPreviousSecret } from './api-key';
import type { BegunKeyAction } from './key-dialogs';
import type { KeyOrder } from './key-order';
import type { KeyView, OfferedAction } from './key-view';

interface RowProps {
  view: KeyView;
  onAction: (begun: BegunKeyAction) => void;
  /** What had the focus is going, and the focus with it; the same function on every render. */
  onFocusLost: () => void;
}

interface KeysTableProps extends RowProps {
  keys: ApiKey[];
  /** Other keys are on their way. */
  busy: boolean;
  order: KeyOrder;
}

/** The keys of one page in rows. */
export function KeysTable({ keys, busy, order, ...row }: KeysTableProps) {
  const { tableLabel, header, columns } = row.view;
  return (
    <StackedTable busy={busy} label={tableLabel}>
      <StackedHead>
        {[header, ...columns].map(({ head, sort }) =>
          sort ? (
            <SortHeader field={sort} key={head} label={head} onSort={order.setSort} sort={order.sort} />
          ) : (
            <ColumnHeader key={head}>{head}</ColumnHeader>
          ),
        )}
        <ColumnHeader className="text-right!">Actions</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {keys.map((key) => (
          <KeyRow apiKey={key} key={key.id} {...row} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}

/** One key: what the view shows of it and what can be done with it; below that, its old secret while that works. */
function KeyRow({ apiKey, view, onAction, onFocusLost }: RowProps & { apiKey: ApiKey }) {
  useTimes();
  const previous = workingPreviousSecret(apiKey);
  const [first, ...others] = view.offers(apiKey);
  const begin = (action: OfferedAction) => () => onAction({ action, key: apiKey });
  return (
    <>
      <StackedRow>
        <StackedRowHeader rowSpan={previous ? 2 : undefined}>
          {view.header.cell(apiKey)}
          <span className="block whitespace-nowrap font-mono text-[13px] text-muted">{apiKey.hint}</span>
        </StackedRowHeader>
        {view.columns.map(({ head, hidesHeadWhenStacked, cell }) => (
          <StackedCell column={hidesHeadWhenStacked ? undefined : head} key={head}>
            {cell(apiKey)}
          </StackedCell>
        ))}
        <StackedActions corner>
          <div className="flex gap-2">
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
          </div>
        </StackedActions>
      </StackedRow>
      {previous && (
        <StackedBelow columns={view.columns.length + 1}>
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
        </StackedBelow>
      )}
    </>
  );
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
      {word === 'Revoked' && <span className="block max-w-[26ch] text-[13px] text-muted">{reason}</span>}
    </>
  );
}
