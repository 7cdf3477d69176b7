import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';

/** One number of a chart, as the chart, its tooltip and its table show it. */
export type ChartPoint = {
  /** Unique among the points: a date, an id, a name. */
  key: string;
  /** The short name on the axis: `Nov 3`. */
  label: string;
  /** The full label, in the tooltip and the table: `Tue, Nov 3, 2026 UTC`. */
  fullLabel: string;
  value: number;
  /** More lines of the tooltip: `Cost $4.12`. */
  details?: readonly string[];
  /** Its period isn't over yet, such as today; the line up to it is dashed. */
  unfinished?: boolean;
  /** It sums up everything without an entry of its own, and is drawn quieter. */
  isRest?: boolean | undefined;
  /** Where the counted records are listed. */
  href?: string | undefined;
  /** The page of what it names. */
  nameHref?: string | undefined;
};

/** The counted noun, in singular and plural: `{ one: 'execution', other: 'executions' }`. */
export type ChartUnit = {
  one: string;
  other: string;
  /** Writes values that aren't counts, such as amounts of money. */
  write?: (value: number) => string;
};

/** The props of every chart. */
export type ChartProps = {
  points: readonly ChartPoint[];
  unit: ChartUnit;
  /** The chart in a sentence or two, for people who can't see it. */
  summary: string;
};

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
  /** Whether the rows are everything, so that their sum means something. */
  hasTotal?: boolean;
  /** Where the records of the total are listed. */
  totalHref?: string | undefined;
  /** The name of the CSV file, without extension. */
  fileName: string;
}

/** A row: its name for people and for machines, and its numbers. */
export interface NumberRow {
  key: string;
  name: string;
  csvName: string;
  /** One per column; more are ignored. */
  values: readonly number[];
  /** Where the records that its numbers count are listed. */
  href?: string | undefined;
  /** The page of what it names. */
  nameHref?: string | undefined;
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
