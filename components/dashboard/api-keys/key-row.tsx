import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { Cell, RowHeader } from '@/components/ui/table';
import { lastInstant } from '@/lib/format/key-status';
import { keyName } from './key-name';
import { KeyStatusCell } from './key-status-cell';
import type { ApiKey } from './my-api-keys-query';

const stacked =
  'align-top @max-[900px]:col-span-full @max-[900px]:block @max-[900px]:border-b-0 @max-[900px]:px-0 @max-[900px]:py-0';
/** A cell that brings its column's name along once it is stacked. */
const named = `${stacked} @max-[900px]:grid @max-[900px]:grid-cols-[84px_1fr] @max-[900px]:before:text-muted @max-[900px]:before:content-[attr(data-column)]`;

interface KeyRowProps {
  apiKey: ApiKey;
  onDelete: (key: ApiKey) => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One key: what it is called, whether it works and why, when it was made, used and will end, and its deletion. */
export function KeyRow({ apiKey, onDelete, onFocusLost }: KeyRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);

  return (
    <tr
      className="@max-[900px]:grid @max-[900px]:grid-cols-[minmax(0,1fr)_auto] @max-[900px]:gap-x-4 @max-[900px]:gap-y-2 @max-[900px]:border-rule @max-[900px]:border-b @max-[900px]:py-4"
      ref={row}
    >
      <RowHeader className={`${stacked} @max-[900px]:col-span-1!`}>
        <bdi className="block max-w-[28ch] overflow-clip break-words font-medium">{keyName(apiKey)}</bdi>
        <span className="block whitespace-nowrap font-mono text-[13px] text-muted">{apiKey.hint}</span>
      </RowHeader>
      <Cell className={stacked}>
        <KeyStatusCell of={apiKey} />
      </Cell>
      <Cell className={named} data-column="Created">
        <Moment at={apiKey.createdAt} />
      </Cell>
      <Cell className={named} data-column="Last used">
        <Moment at={apiKey.last_used_at} missing="Never" />
      </Cell>
      <Cell className={named} data-column="Expires">
        <Moment at={lastInstant(apiKey.expires_at)} missing="Never" />
      </Cell>
      <Cell
        className={`${stacked} text-right @max-[900px]:col-span-1! @max-[900px]:col-start-2! @max-[900px]:row-start-1`}
      >
        <Button onClick={() => onDelete(apiKey)} size="small" variant="danger">
          Delete
          <span className="sr-only">
            {' '}
            {keyName(apiKey)} {apiKey.hint}
          </span>
        </Button>
      </Cell>
    </tr>
  );
}
