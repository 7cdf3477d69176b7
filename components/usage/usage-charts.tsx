import { type ReactNode, useMemo } from 'react';
import { Chart } from '@/components/charts/chart';
import {
  type ChartNumbers,
  type ChartPoint,
  type ChartUnit,
  countColumn,
  dollarColumn,
} from '@/components/charts/chart-data';
import { ChartPanel } from '@/components/charts/chart-panel';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { formatDate, formatFullDay, formatShortDay } from '@/lib/format/date';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { costWords, unknownCostColumn } from './known-cost';
import { type DaySpan, dayRange, todaySoFar, type UsageDay } from './usage-days';

/** The unit of all usage charts. */
const executionUnit: ChartUnit = { one: 'execution', other: 'executions' };

const tokenUnit: ChartUnit = { one: 'token', other: 'tokens' };

interface ExecutionTrendsProps {
  days: readonly UsageDay[];
  period: DaySpan;
  today: string;
  /** The address of the executions of some days. */
  hrefOf: (days: DaySpan) => string;
  /** Replaces the line if nothing ran. */
  empty: ReactNode;
}

/** Executions per day. */
export function ExecutionTrends({ days, period, today, hrefOf, empty }: ExecutionTrendsProps) {
  const points = useMemo(() => executionPoints(days, today), [days, today]);
  const nothingRan = days.every((day) => day.requestCount === 0);
  return (
    <ChartPanel
      note={`${dayRange(period)}, UTC`}
      numbers={nothingRan ? null : executionNumbers(days, period, today, hrefOf)}
      title="Execution Trends"
    >
      {nothingRan ? (
        empty
      ) : (
        <Chart kind="Line" points={points} summary={executionSummary(days, period)} unit={executionUnit} />
      )}
    </ChartPanel>
  );
}

type Days = readonly UsageDay[];

/** The days as points of a line; today isn't over, and is drawn dashed. */
export function executionPoints(days: Days, today: string): ChartPoint[] {
  const years = new Set(days.map((day) => day.date.slice(0, 4)));
  const axisName = years.size > 1 ? formatDate : formatShortDay;
  return days.map((day) => ({
    key: day.date,
    label: axisName(day.date),
    fullLabel: todaySoFar(formatFullDay(day.date), day.date, today),
    value: day.requestCount,
    details: [costDetail(day), formatQuantity(day.totalTokens, tokenUnit)],
    unfinished: day.date === today,
  }));
}

function costDetail(day: UsageDay): string {
  const { amount, note } = costWords({ ...day, cost: day.totalCost, executions: day.requestCount });
  if (note === null) return `Cost ${amount}`;
  return amount === 'Unknown' ? note : `Cost ${amount} ${note}`;
}

/** The same days in numbers, which add up to the range's totals. */
export const executionNumbers = (
  days: Days,
  { from, to }: DaySpan,
  today: string,
  hrefOf: (days: DaySpan) => string,
): ChartNumbers => ({
  head: 'Day (UTC)',
  csvHead: 'date',
  columns: [
    countColumn('Executions', 'executions'),
    dollarColumn('Cost', 'cost_usd'),
    countColumn('Tokens', 'tokens'),
    ...unknownCostColumn(days),
  ],
  rows: days.map((day) => ({
    key: day.date,
    name: todaySoFar(formatDate(day.date), day.date, today),
    csvName: day.date,
    values: [day.requestCount, day.totalCost, day.totalTokens, day.unknownCostCount],
    href: day.requestCount > 0 ? hrefOf({ from: day.date, to: day.date }) : undefined,
  })),
  hasTotal: true,
  totalHref: hrefOf({ from, to }),
  fileName: `executions-${from}-${to}`,
});

/** The line in words, for people who can't see it. */
export function executionSummary(days: Days, period: DaySpan): string {
  const total = days.reduce((sum, day) => sum + day.requestCount, 0);
  const busiest = days.reduce<UsageDay | undefined>(
    (most, day) => (most && most.requestCount >= day.requestCount ? most : day),
    undefined,
  );
  const peak = busiest
    ? `, the most on ${formatShortDay(busiest.date)} with ${formatQuantity(busiest.requestCount, executionUnit)}`
    : '';
  return `Line chart of executions per day, ${dayRange(period)}, UTC: ${formatQuantity(total, executionUnit)} in all${peak}.`;
}

/** A name and how often it ran. */
export interface RankedEntry {
  name: string;
  executions: number;
  /** Sums up everything without an entry of its own. */
  isRest?: boolean;
  /** Its executions. */
  href?: string;
  /** Its own page. */
  nameHref?: string;
}

/** A ranking, and how its panel shows it. */
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
  /** Replaces the chart if nothing ran: a title and a sentence. */
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
    href: entry.href,
    nameHref: entry.nameHref,
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
    href: entry.href,
    nameHref: entry.nameHref,
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
 * @param hrefOf the address of the executions of others than these
 */
export function templateShares(
  top: readonly RankedEntry[],
  totalExecutions: number,
  hrefOf: (which: { except: string[] }) => string,
): RankedEntry[] {
  const rest = totalExecutions - top.reduce((sum, { executions }) => sum + executions, 0);
  if (rest <= 0) return [...top];
  const href = hrefOf({ except: top.map(({ name }) => name) });
  return [...top, { name: 'Other templates', executions: rest, isRest: true, href }];
}
