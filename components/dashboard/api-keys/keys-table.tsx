import { ColumnHeader, Table } from '@/components/ui/table';
import { KeyRow } from './key-row';
import type { ApiKey } from './my-api-keys-query';

interface KeysTableProps {
  keys: ApiKey[];
  /** Other keys are on their way. */
  busy: boolean;
  onDelete: (key: ApiKey) => void;
  onFocusLost: () => void;
}

/** Keys in rows; where the section is too narrow for six columns, each row is a stack of its cells. */
export function KeysTable({ keys, busy, onDelete, onFocusLost }: KeysTableProps) {
  return (
    <div aria-busy={busy || undefined} className="@container aria-busy:opacity-60">
      <Table label="Your API keys">
        <thead className="@max-[900px]:sr-only">
          <tr>
            <ColumnHeader>Key</ColumnHeader>
            <ColumnHeader>Status</ColumnHeader>
            <ColumnHeader>Created</ColumnHeader>
            <ColumnHeader>Last used</ColumnHeader>
            <ColumnHeader>Expires</ColumnHeader>
            <ColumnHeader>
              <span className="sr-only">Delete</span>
            </ColumnHeader>
          </tr>
        </thead>
        <tbody className="@max-[900px]:block @max-[900px]:border-rule @max-[900px]:border-t">
          {keys.map((key) => (
            <KeyRow apiKey={key} key={key.id} onDelete={onDelete} onFocusLost={onFocusLost} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
