import { ContentTable } from '@/components/content/content-table';
import type { ReferenceTable as Content, ReferenceCell } from '@/lib/content/reference-tables';

const wordsOf = (cell: ReferenceCell) => (typeof cell === 'string' ? cell : cell.code);

/** A table of the reference. */
export function ReferenceTable({ label, head, rows }: Content) {
  return (
    <ContentTable aria-label={label}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.slice(0, 1).map(wordsOf).join()}>
            {cells.map((cell, column) => (
              <td key={head[column]}>{typeof cell === 'string' ? cell : <code>{cell.code}</code>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ContentTable>
  );
}
