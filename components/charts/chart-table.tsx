import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { formatCount } from '@/lib/format/number';
import type { ChartPoint } from './chart-point';

type ChartTableProps = {
  label: string;
  points: readonly ChartPoint[];
  /** The heads of the two columns: `['Day (UTC)', 'Executions']`. */
  columns: readonly [name: string, value: string];
};

/** The numbers of a chart to read, in the chart's order. */
export function ChartTable({ label, points, columns }: ChartTableProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <ColumnHeader>{columns[0]}</ColumnHeader>
          <ColumnHeader numeric>{columns[1]}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key}>
            <RowHeader>{point.fullLabel}</RowHeader>
            <Cell numeric>{formatCount(point.value)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
