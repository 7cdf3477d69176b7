import { StackedBody, StackedHead, StackedTable } from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import type { AccountKey } from './account-keys-query';
import type { OnKeyAction } from './key-actions';
import { KeyRow } from './key-row';

interface KeysTableProps {
  keys: AccountKey[];
  /** Other keys are on their way. */
  busy: boolean;
  onAction: OnKeyAction;
  onFocusLost: () => void;
}

/** The keys of one page in rows. */
export function KeysTable({ keys, busy, ...row }: KeysTableProps) {
  return (
    <StackedTable busy={busy} label="API keys of the account">
      <StackedHead>
        <ColumnHeader>User</ColumnHeader>
        <ColumnHeader>Scopes</ColumnHeader>
        <ColumnHeader>Status</ColumnHeader>
        <ColumnHeader>Expires</ColumnHeader>
        <ColumnHeader>Last Used</ColumnHeader>
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
