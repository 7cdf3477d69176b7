import type { ReactNode } from 'react';
import { keyName } from '@/components/api-keys/key-name';
import { KeyStatusCell } from '@/components/api-keys/key-status-cell';
import { keyWorks } from '@/components/api-keys/key-works';
import { presentOverlap } from '@/components/api-keys/present-overlap';
import { PreviousSecretRow } from '@/components/api-keys/previous-secret-row';
import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { StackedActions, StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { lastInstant } from '@/lib/rules/key-status';
import type { OnKeyAction } from './key-dialogs';
import type { ApiKey } from './my-api-keys-query';

interface KeyRowProps {
  apiKey: ApiKey;
  onAction: OnKeyAction;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One key: what it is called, whether it works and why, when it was made, used and will end, and what can be done with it. */
export function KeyRow({ apiKey, onAction, onFocusLost }: KeyRowProps) {
  const row = useFocusLost<HTMLTableRowElement>(onFocusLost);
  const previous = presentOverlap(apiKey);
  const which = (
    <span className="sr-only">
      {' '}
      {keyName(apiKey)} {apiKey.hint}
    </span>
  );

  return (
    <>
      <StackedRow ref={row}>
        <StackedRowHeader rowSpan={previous ? 2 : undefined}>
          <bdi className="block max-w-[28ch] overflow-clip break-words font-medium">{keyName(apiKey)}</bdi>
          <span className="block whitespace-nowrap font-mono text-[13px] text-muted">{apiKey.hint}</span>
        </StackedRowHeader>
        <StackedCell>
          <KeyStatusCell of={apiKey} />
        </StackedCell>
        <StackedCell column="Created">
          <Moment at={apiKey.createdAt} />
        </StackedCell>
        <StackedCell column="Last used">
          <Moment at={apiKey.last_used_at} missing="Never" />
        </StackedCell>
        <StackedCell column="Expires">
          <Moment at={lastInstant(apiKey.expires_at)} missing="Never" />
        </StackedCell>
        <StackedActions corner>
          {keyWorks(apiKey) && (
            <RotateButton onFocusLost={onFocusLost} onPress={() => onAction('rotate', apiKey)}>
              Rotate
              {which}
            </RotateButton>
          )}
          <Button onClick={() => onAction('delete', apiKey)} size="small" variant="danger">
            Delete
            {which}
          </Button>
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

interface RotateButtonProps {
  onPress: () => void;
  onFocusLost: () => void;
  children: ReactNode;
}

/** Goes before its row does, once the key works no more. */
function RotateButton({ onPress, onFocusLost, children }: RotateButtonProps) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <Button onClick={onPress} ref={button} size="small" variant="line">
      {children}
    </Button>
  );
}
