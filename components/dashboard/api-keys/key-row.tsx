import { keyName } from '@/components/api-keys/key-name';
import { KeyStatusCell } from '@/components/api-keys/key-status-cell';
import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { StackedActions, StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { lastInstant } from '@/lib/format/key-status';
import type { ApiKey } from './my-api-keys-query';

interface KeyRowProps {
  apiKey: ApiKey;
  onDelete: (key: ApiKey) => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One key: what it is called, whether it works and why, when it was made, used and will end, and its deletion. */
export function KeyRow({ apiKey, onDelete, onFocusLost }: KeyRowProps) {
  const row = useFocusLost<HTMLTableRowElement>(onFocusLost);

  return (
    <StackedRow ref={row}>
      <StackedRowHeader>
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
        <Button onClick={() => onDelete(apiKey)} size="small" variant="danger">
          Delete
          <span className="sr-only">
            {' '}
            {keyName(apiKey)} {apiKey.hint}
          </span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}
