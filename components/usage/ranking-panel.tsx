import { type ReactNode, useMemo } from 'react';
import { BarChart } from '@/components/charts/bar-chart';
import { ChartPanel } from '@/components/charts/chart-panel';
import { PieChart } from '@/components/charts/pie-chart';
import { executionUnit } from './execution-unit';
import { type RankedEntry, type RankedThing, rankedNumbers, rankedPoints, rankedSummary } from './ranking';
import type { DaySpan } from './usage-day';

interface RankingPanelProps {
  title: string;
  note: string;
  chart: 'Bar' | 'Pie';
  entries: readonly RankedEntry[];
  thing: RankedThing;
  period: DaySpan;
  /** What stands in the chart's place where there are no entries. */
  empty: ReactNode;
}

/** Who or what ran most, most first: as bars, or as the slices of all that ran. */
export function RankingPanel({ title, note, chart, entries, thing, period, empty }: RankingPanelProps) {
  const points = useMemo(() => rankedPoints(entries), [entries]);
  const Chart = chart === 'Bar' ? BarChart : PieChart;
  return (
    <ChartPanel
      note={note}
      numbers={points.length > 0 ? rankedNumbers(entries, thing, period, chart === 'Pie') : null}
      title={title}
    >
      {points.length > 0 ? (
        <Chart points={points} summary={rankedSummary(chart, entries, thing)} unit={executionUnit} />
      ) : (
        <div className="grid min-h-[250px]">{empty}</div>
      )}
    </ChartPanel>
  );
}
