'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
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
import type { KeyView } from './key-view';

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
}

/** The keys of one page in rows. */
export function KeysTable({ keys, busy, ...row }: KeysTableProps) {
  const { tableLabel, header, columns, actionsInCorner } = row.view;
  return (
    <StackedTable busy={busy} label={tableLabel}>
      <StackedHead>
        <ColumnHeader>{header.head}</ColumnHeader>
        {columns.map(({ head }) => (
          <ColumnHeader key={head}>{head}</ColumnHeader>
        ))}
        {actionsInCorner ? (
          <ColumnHeader>
            <span className="sr-only">Actions</span>
          </ColumnHeader>
        ) : (
          <ColumnHeader className="text-right!">Actions</ColumnHeader>
        )}
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
  const note = view.note?.(apiKey);
  const buttons = view.offers(apiKey).map((action) => {
    const { label, variant } = action === 'edit' ? ({ label: 'Edit', variant: 'line' } as const) : action;
    return (
      <KeyButton
        key={label}
        of={apiKey}
        onFocusLost={onFocusLost}
        onPress={() => onAction({ action, key: apiKey })}
        variant={variant}
      >
        {label}
      </KeyButton>
    );
  });
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
        <StackedActions corner={view.actionsInCorner}>
          {view.actionsInCorner ? (
            buttons
          ) : (
            <div className="flex flex-wrap items-center gap-2 @min-[900px]:justify-end">
              {note && <span className="text-[13px] text-muted">{note}</span>}
              {buttons}
            </div>
          )}
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
              variant="line"
            >
              End old secret now
            </KeyButton>
          </div>
        </StackedBelow>
      )}
    </>
  );
}

interface KeyButtonProps {
  /** The key or old secret it is about, for screen readers. */
  of: { name: string | null; hint: string };
  variant: 'danger' | 'line';
  onPress: () => void;
  onFocusLost: () => void;
  children: ReactNode;
}

/** A button that may go before its row does, once what it does is no longer possible. */
function KeyButton({ of: { name, hint }, variant, onPress, onFocusLost, children }: KeyButtonProps) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <Button onClick={onPress} ref={button} size="small" variant={variant}>
      {children}
      <span className="sr-only">
        {' '}
        {keyName({ name })} {hint}
      </span>
    </Button>
  );
}

const tones: Record<ReturnType<typeof keyStatus>['word'], StatusTone> = {
  Active: 'good',
  'Expires soon': 'soon',
  Expired: 'bad',
  Revoked: 'off',
};

/** A key's status, with its reason below it. */
export function KeyStatus({ of: key }: { of: ApiKey }) {
  const { word, reason } = keyStatus(key, Date.now());
  return (
    <>
      <StatusMark tone={tones[word]}>{word}</StatusMark>{' '}
      <span className="block max-w-[26ch] text-[13px] text-muted">{reason}</span>
    </>
  );
}
