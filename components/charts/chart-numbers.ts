import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';

/** A column of numbers: how its cells are written for people and for machines, and how they add up. */
interface NumberColumn {
  head: string;
  /** Its head in a CSV file. */
  csvHead: string;
  format: (value: number) => string;
  csv: (value: number) => string | number;
  sum: (values: readonly number[]) => number;
}

/** The numbers behind a chart, in its order: what the table shows and the CSV file holds. */
export interface ChartNumbers {
  /** The head of the column that names the rows. */
  head: string;
  csvHead: string;
  columns: readonly NumberColumn[];
  rows: readonly NumberRow[];
  /** Whether the rows are all there is, so that their sum says something. */
  hasTotal?: boolean;
  /** The name of the CSV file, without its ending. */
  fileName: string;
}

/** A row: its name for people and for machines, and its numbers. */
export interface NumberRow {
  key: string;
  name: string;
  csvName: string;
  /** One a column. */
  values: readonly number[];
}

/** Whole numbers. */
export const countColumn = (head: string, csvHead: string): NumberColumn => ({
  head,
  csvHead,
  format: formatCount,
  csv: (value) => value,
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
});

/** US dollars: to four decimals for people, to the micro-dollar, which is exact, for machines. */
export const dollarColumn = (head: string, csvHead: string): NumberColumn => ({
  head,
  csvHead,
  format: formatExactDollars,
  csv: (value) => value.toFixed(6),
  sum: sumDollars,
});
