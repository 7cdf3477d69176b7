import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import type { ChartNumbers, NumberRow } from './chart-numbers';

interface ChartTableProps {
  label: string;
  numbers: ChartNumbers;
  /** The rows of the page on show; left out: all. */
  shown?: readonly NumberRow[];
  /** What the sum of all rows, shown or not, is called. */
  totalName?: string;
}

/** The numbers of a chart to read, in the chart's order, their sum below where they are all there is. */
export function ChartTable({ label, numbers, shown, totalName = 'Total' }: ChartTableProps) {
  const { head, columns, rows, hasTotal } = numbers;
  return (
    <Table label={label}>
      <thead>
        <tr>
          <ColumnHeader>{head}</ColumnHeader>
          {columns.map((column) => (
            <ColumnHeader key={column.head} numeric>
              {column.head}
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {(shown ?? rows).map((row) => (
          <tr key={row.key}>
            <RowHeader className="min-w-[110px]">{row.name}</RowHeader>
            {columns.map((column, index) => (
              <Cell key={column.head} numeric>
                {column.format(row.values[index] ?? 0)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {hasTotal ? (
        // A printed footer would stand on every page, as if it were that page's sum.
        <tfoot className="font-semibold print:table-row-group">
          <tr>
            <RowHeader className="font-semibold">{totalName}</RowHeader>
            {columns.map((column, index) => (
              <Cell key={column.head} numeric>
                {column.format(column.sum(rows.map((row) => row.values[index] ?? 0)))}
              </Cell>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </Table>
  );
}
