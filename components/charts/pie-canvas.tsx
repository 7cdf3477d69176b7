'use client';
import { ArcElement, Chart, type ChartData, type ChartOptions } from 'chart.js';
import { useMemo } from 'react';
import { Pie } from 'react-chartjs-2';
import { baseOptions, tooltipOptions } from './chart-options';
import type { ChartPoint, ChartProps } from './chart-point';
import './chart-setup';
import type { ChartTheme } from './chart-theme';
import { sliceNumbers } from './slice-numbers';
import { useChartTheme } from './use-chart-theme';

// Here, not with what all charts share: the developer's page draws no slices.
Chart.register(ArcElement);

const plugins = [sliceNumbers];

/** The drawn slices; loaded by PieChart after first paint, since it needs a browser and chart.js. */
export function PieCanvas({ points, unit, summary }: ChartProps) {
  const theme = useChartTheme();
  const looks = useMemo(() => sliceLooks(points, theme), [points, theme]);
  const data = useMemo<ChartData<'pie', number[], string>>(
    () => ({
      labels: points.map((point) => point.label),
      datasets: [
        {
          data: points.map((point) => point.value),
          backgroundColor: looks.map((look) => look.fill),
          borderColor: theme.surface,
          borderWidth: 2,
        },
      ],
    }),
    [points, looks, theme],
  );
  const options = useMemo<ChartOptions<'pie'>>(
    () => ({
      ...baseOptions,
      plugins: {
        tooltip: tooltipOptions(theme, points, unit),
        sliceNumbers: { colors: looks.map((look) => look.text), family: theme.mono },
      },
    }),
    [points, looks, theme, unit],
  );
  return <Pie aria-label={summary} data={data} options={options} plugins={plugins} role="img" />;
}

/** The colours come round; an edge parts the last slice from the first, which may have the same. */
const sliceLooks = (points: readonly ChartPoint[], { slices, rest }: ChartTheme) =>
  points.map((point, index) => (point.isRest ? undefined : slices[index % slices.length]) ?? rest);
