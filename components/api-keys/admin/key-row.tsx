'use client';
import { keyName } from '@/components/api-keys/key-name';
import { KeyStatusCell } from '@/components/api-keys/key-status-cell';
import { presentOverlap } from '@/components/api-keys/present-overlap';
import { PreviousSecretRow } from '@/components/api-keys/previous-secret-row';
import { scopeWords } from '@/components/auth/admin/scope-words';
import { Moment } from '@/components/ui/moment';
import { StackedActions, StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { lastInstant } from '@/lib/rules/key-status';
import type { AccountKey } from './account-keys-query';
import { KeyActions, type OnKeyAction } from './key-actions';
import { keyState } from './key-state';
import { ownerName } from './owner-name';

interface KeyRowProps {
  apiKey: AccountKey;
  onAction: OnKeyAction;
  /** The row, or what could be done with it, is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One key: whose it is, what it may do, whether it works and why, until when, when it was used, and what can be done. */
export function KeyRow({ apiKey, onAction, onFocusLost }: KeyRowProps) {
  const state = keyState(apiKey, Date.now());
  const previous = presentOverlap(apiKey);
  return (
    <>
      <StackedRow>
        <StackedRowHeader rowSpan={previous ? 2 : undefined}>
          <bdi className="wrap-anywhere block max-w-[28ch] font-medium">{ownerName(apiKey)}</bdi>
          <bdi className="wrap-anywhere block max-w-[32ch] text-[13px] text-muted">{keyName(apiKey)}</bdi>
          <span className="block whitespace-nowrap font-mono text-[13px] text-muted">{apiKey.hint}</span>
        </StackedRowHeader>
        <StackedCell column="Scopes">{scopeWords(apiKey.scopes)}</StackedCell>
        <StackedCell column="Status">
          <KeyStatusCell of={apiKey} />
          {apiKey.user_status === 'DISABLED' && state === 'active' && (
            <span className="block max-w-[26ch] font-medium text-[13px]">
              Does not work while its user is disabled
            </span>
          )}
        </StackedCell>
        <StackedCell column="Expires">
          <Moment at={lastInstant(apiKey.expires_at)} missing="Never" />
        </StackedCell>
        <StackedCell column="Last Used">
          <Moment at={apiKey.last_used_at} missing="Never" />
        </StackedCell>
        <StackedActions>
          <KeyActions
            apiKey={apiKey}
            key={state}
            onAction={onAction}
            onFocusLost={onFocusLost}
            state={state}
          />
        </StackedActions>
      </StackedRow>
      {previous && (
        <PreviousSecretRow
          apiKey={apiKey}
          onEnd={() => onAction('end-secret', apiKey)}
          onFocusLost={onFocusLost}
          previous={previous}
        />
      )}
    </>
  );
}
