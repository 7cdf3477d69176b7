'use client';
import type { ChartData, ChartOptions } from 'chart.js';
import { useMemo } from 'react';
import { Bar } from 'react-chartjs-2';
import { formatCompact } from '@/lib/format/number';
import type { ChartPoint, ChartProps } from './chart-data';
import { axisLabel, axisTitle, baseOptions, tickText, tooltipOptions } from './chart-options';
import { type ChartTheme, useChartTheme } from './chart-theme';

/** Names may take two fifths of the chart; a character is about 6.5 px wide. */
const charactersIn = (chartWidth: number) => (chartWidth * 0.4) / 6.5;

/** The bars; Chart loads them after first paint, because they need a browser and chart.js. */
export function BarCanvas({ points, unit, summary }: ChartProps) {
  const theme = useChartTheme();
  const data = useMemo(() => barData(points, theme), [points, theme]);
  const options = useMemo<ChartOptions<'bar'>>(
    () => ({
      ...baseOptions,
      // Horizontal bars: their names can be read without tilting one's head.
      indexAxis: 'y',
      interaction: { mode: 'index', axis: 'y', intersect: false },
      plugins: { tooltip: tooltipOptions(theme, points, unit) },
      scales: {
        x: {
          beginAtZero: true,
          grid: { color: theme.grid },
          border: { display: false },
          title: axisTitle(theme, unit.other),
          ticks: {
            ...tickText(theme, 'mono'),
            precision: 0,
            maxTicksLimit: 6,
            maxRotation: 0,
            callback: (value) => formatCompact(Number(value)),
          },
        },
        y: {
          grid: { display: false },
          border: { color: theme.grid },
          ticks: {
            ...tickText(theme, 'sans'),
            autoSkip: false,
            callback(_value, index) {
              return axisLabel(points[index]?.label ?? '', charactersIn(this.chart.width));
            },
          },
        },
      },
    }),
    [points, theme, unit],
  );
  return <Bar aria-label={summary} data={data} options={options} role="img" />;
}

function barData(points: readonly ChartPoint[], theme: ChartTheme): ChartData<'bar', number[], string> {
  return {
    labels: points.map((point) => point.label),
    datasets: [
      {
        data: points.map((point) => point.value),
        backgroundColor: theme.series,
        borderRadius: 3,
        // One execution doesn't look like none, however long the longest bar is.
        minBarLength: 2,
        maxBarThickness: 22,
      },
    ],
  };
}
