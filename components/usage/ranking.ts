import { type ChartNumbers, countColumn } from '@/components/charts/chart-numbers';
import type { ChartPoint } from '@/components/charts/chart-point';
import { formatCount } from '@/lib/format/number';
import type { DaySpan } from './usage-day';

/** A name and how often it ran. */
export interface RankedEntry {
  name: string;
  executions: number;
  /** Stands for all that are not named. */
  isRest?: boolean;
}

/** What is ranked, in the words of the table, the file and the chart's summary. */
export interface RankedThing {
  /** `Template` */
  head: string;
  /** `template`: the column of the file, and the word in the summary. */
  word: string;
  /** `top-templates` */
  fileName: string;
}

/** Two may bear one name. */
const keyOf = ({ name }: RankedEntry, index: number) => `${index} ${name}`;

/** The entries as bars or slices, in their order. */
export const rankedPoints = (entries: readonly RankedEntry[]): ChartPoint[] =>
  entries.map((entry, index) => ({
    key: keyOf(entry, index),
    label: entry.name,
    fullLabel: entry.name,
    value: entry.executions,
    isRest: entry.isRest,
  }));

/** The same in numbers; they add up to something where none is left out. */
export const rankedNumbers = (
  entries: readonly RankedEntry[],
  { head, word, fileName }: RankedThing,
  { from, to }: DaySpan,
  hasTotal: boolean,
): ChartNumbers => ({
  head,
  csvHead: word,
  columns: [countColumn('Executions', 'executions')],
  rows: entries.map((entry, index) => ({
    key: keyOf(entry, index),
    name: entry.name,
    csvName: entry.name,
    values: [entry.executions],
  })),
  hasTotal,
  fileName: `${fileName}-${from}-${to}`,
});

/** The chart in words: `Bar chart of executions per template: Triage 12, Extraction 4.` */
export const rankedSummary = (
  chart: 'Bar' | 'Pie',
  entries: readonly RankedEntry[],
  { word }: RankedThing,
): string =>
  `${chart} chart of executions per ${word}: ${entries
    .map(({ name, executions }) => `${name} ${formatCount(executions)}`)
    .join(', ')}.`;
