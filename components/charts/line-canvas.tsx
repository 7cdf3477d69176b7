'use client';
import type { ChartData, ChartOptions } from 'chart.js';
import { useMemo } from 'react';
import { Line } from 'react-chartjs-2';
import { formatCompact } from '@/lib/format/number';
import type { ChartPoint, ChartProps } from './chart-data';
import { axisTitle, baseOptions, tickText, tooltipOptions } from './chart-options';
import { type ChartTheme, useChartTheme } from './chart-theme';

/** The line; Chart loads it after first paint, because it needs a browser and chart.js. */
export function LineCanvas({ points, unit, summary }: ChartProps) {
  const theme = useChartTheme();
  const data = useMemo(() => lineData(points, theme), [points, theme]);
  const options = useMemo<ChartOptions<'line'>>(
    () => ({
      ...baseOptions,
      // Room for the last day's dot, which the tooltip shows at the very edge.
      layout: { padding: { right: 8 } },
      interaction: { mode: 'index', intersect: false },
      plugins: { tooltip: tooltipOptions(theme, points, unit) },
      scales: {
        x: {
          grid: { display: false },
          border: { color: theme.grid },
          ticks: { ...tickText(theme, 'sans'), maxRotation: 0, autoSkipPadding: 20 },
        },
        y: {
          beginAtZero: true,
          grid: { color: theme.grid },
          border: { display: false },
          title: axisTitle(theme, unit.other),
          ticks: {
            ...tickText(theme, 'mono'),
            precision: 0,
            maxTicksLimit: 6,
            callback: (value) => formatCompact(Number(value)),
          },
        },
      },
    }),
    [points, theme, unit],
  );
  return <Line aria-label={summary} data={data} options={options} role="img" />;
}

function lineData(points: readonly ChartPoint[], theme: ChartTheme): ChartData<'line', number[], string> {
  return {
    labels: points.map((point) => point.label),
    datasets: [
      {
        data: points.map((point) => point.value),
        borderColor: theme.series,
        borderWidth: 2,
        segment: { borderDash: ({ p1DataIndex }) => (points[p1DataIndex]?.unfinished ? [4, 4] : undefined) },
        // The first and the last dot are whole, though they are on the edge.
        clip: false,
        // A line needs two points; one alone is shown as a dot.
        pointRadius: points.length === 1 ? 4 : 0,
        pointBackgroundColor: theme.series,
        pointHoverRadius: 5,
        pointHoverBorderColor: theme.surface,
        pointHoverBorderWidth: 2,
      },
    ],
  };
}
