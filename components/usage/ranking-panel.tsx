import { useMemo } from 'react';
import { Chart } from '@/components/charts/chart';
import { type ChartNumbers, type ChartPoint, countColumn } from '@/components/charts/chart-data';
import { ChartPanel } from '@/components/charts/chart-panel';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { formatCount } from '@/lib/format/number';
import { executionUnit } from './execution-trends';
import type { DaySpan } from './usage-range';

/** A name and how often it ran. */
export interface RankedEntry {
  name: string;
  executions: number;
  /** Sums up everything without an entry of its own. */
  isRest?: boolean;
}

/** What is ranked, and how its panel shows it. */
export interface Ranking {
  title: string;
  /** A few words next to the title. */
  note: string;
  chart: 'Bar' | 'Pie';
  /** `Template`: the head of the table's column. */
  head: string;
  /** `template`: the column of the file, and the word in the summary. */
  word: string;
  /** `top-templates` */
  fileName: string;
  /** What replaces the chart if nothing ran: a title and a sentence. */
  empty: { title: string; text: string };
}

interface RankingPanelProps {
  ranking: Ranking;
  /** The most frequent first. */
  entries: readonly RankedEntry[];
  period: DaySpan;
}

/** The users or templates with the most executions: as bars, or as the slices of all executions. */
export function RankingPanel({ ranking, entries, period }: RankingPanelProps) {
  const { title, note, chart, empty } = ranking;
  const points = useMemo(() => rankedPoints(entries), [entries]);
  return (
    <ChartPanel
      note={note}
      numbers={points.length > 0 ? rankedNumbers(entries, ranking, period) : null}
      title={title}
    >
      {points.length > 0 ? (
        <Chart kind={chart} points={points} summary={rankedSummary(entries, ranking)} unit={executionUnit} />
      ) : (
        <EmptyState>
          <EmptyStateTitle>{empty.title}</EmptyStateTitle>
          <EmptyStateText>{empty.text}</EmptyStateText>
        </EmptyState>
      )}
    </ChartPanel>
  );
}

/** Two entries can have the same name. */
const keyOf = ({ name }: RankedEntry, index: number) => `${index} ${name}`;

/** The entries as bars or slices, in order. */
export const rankedPoints = (entries: readonly RankedEntry[]): ChartPoint[] =>
  entries.map((entry, index) => ({
    key: keyOf(entry, index),
    label: entry.name,
    fullLabel: entry.name,
    value: entry.executions,
    isRest: entry.isRest,
  }));

/** The same in numbers. Slices are all executions, so only they have a total. */
export const rankedNumbers = (
  entries: readonly RankedEntry[],
  { chart, head, word, fileName }: Pick<Ranking, 'chart' | 'head' | 'word' | 'fileName'>,
  { from, to }: DaySpan,
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
  hasTotal: chart === 'Pie',
  fileName: `${fileName}-${from}-${to}`,
});

/** The chart in words: `Bar chart of executions per template: Triage 12, Extraction 4.` */
export const rankedSummary = (
  entries: readonly RankedEntry[],
  { chart, word }: Pick<Ranking, 'chart' | 'word'>,
): string =>
  `${chart} chart of executions per ${word}: ${entries
    .map(({ name, executions }) => `${name} ${formatCount(executions)}`)
    .join(', ')}.`;

/**
 * All executions by template: the top templates, and one entry for the rest if there are more.
 * @param totalExecutions of all templates
 */
export function templateShares(top: readonly RankedEntry[], totalExecutions: number): RankedEntry[] {
  const rest = totalExecutions - top.reduce((sum, { executions }) => sum + executions, 0);
  return rest > 0 ? [...top, { name: 'Other templates', executions: rest, isRest: true }] : [...top];
}
