import { StackedBody, StackedHead, StackedTable } from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import type { OnKeyAction } from './key-dialogs';
import { KeyRow } from './key-row';
import type { ApiKey } from './my-api-keys-query';

interface KeysTableProps {
  keys: ApiKey[];
  /** Other keys are on their way. */
  busy: boolean;
  onAction: OnKeyAction;
  onFocusLost: () => void;
}

/** Keys in rows. */
export function KeysTable({ keys, busy, onAction, onFocusLost }: KeysTableProps) {
  return (
    <StackedTable busy={busy} label="Your API keys">
      <StackedHead>
        <ColumnHeader>Key</ColumnHeader>
        <ColumnHeader>Status</ColumnHeader>
        <ColumnHeader>Created</ColumnHeader>
        <ColumnHeader>Last used</ColumnHeader>
        <ColumnHeader>Expires</ColumnHeader>
        <ColumnHeader>
          <span className="sr-only">Actions</span>
        </ColumnHeader>
      </StackedHead>
      <StackedBody>
        {keys.map((key) => (
          <KeyRow apiKey={key} key={key.id} onAction={onAction} onFocusLost={onFocusLost} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}
