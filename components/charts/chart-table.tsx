import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import type { ChartNumbers, NumberRow } from './chart-data';

interface ChartTableProps {
  label: string;
  numbers: ChartNumbers;
  /** The rows of the current page; all rows by default. */
  shown?: readonly NumberRow[];
  /** The label of the sum over all rows, shown or not. */
  totalName?: string;
}

/** A chart's numbers in the chart's order, with their sum below if they are everything. */
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
        // As a footer it would be printed on every page, like that page's sum.
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
