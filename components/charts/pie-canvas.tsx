'use client';
import { ArcElement, Chart, type ChartData, type ChartOptions, type ChartType, type Plugin } from 'chart.js';
import { useMemo } from 'react';
import { Pie } from 'react-chartjs-2';
import type { ChartPoint, ChartProps } from './chart-data';
import { baseOptions, tooltipOptions } from './chart-options';
import { type ChartTheme, useChartTheme } from './chart-theme';

// Not registered with what all charts share: the developer's page draws no slices.
Chart.register(ArcElement);

/** The color of the number on each slice, in the slices' order, and the font family. */
interface SliceNumberOptions {
  colors: string[];
  family: string;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    sliceNumbers?: TType extends 'pie' ? SliceNumberOptions : never;
  }
}

/** A slice narrower than this, in radians, has no room for its number. */
const narrow = 0.22;

/** Draws each slice's legend number on it, so that slices are distinguishable without color. */
const sliceNumbers: Plugin<'pie', SliceNumberOptions> = {
  id: 'sliceNumbers',
  afterDatasetsDraw(chart, _args, { colors, family }) {
    const { ctx } = chart;
    ctx.save();
    ctx.font = `600 13px ${family}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const [index, slice] of chart.getDatasetMeta(0).data.entries()) {
      if (!(slice instanceof ArcElement) || slice.circumference < narrow) continue;
      const angle = (slice.startAngle + slice.endAngle) / 2;
      const away = slice.outerRadius * 0.72;
      ctx.fillStyle = colors[index] ?? '';
      ctx.fillText(String(index + 1), slice.x + Math.cos(angle) * away, slice.y + Math.sin(angle) * away);
    }
    ctx.restore();
  },
};
const plugins = [sliceNumbers];

/** The slices; Chart loads them after first paint, because they need a browser and chart.js. */
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

/** The colors repeat; the border separates the last slice from the first, which may have the same color. */
const sliceLooks = (points: readonly ChartPoint[], { slices, rest }: ChartTheme) =>
  points.map((point, index) => (point.isRest ? undefined : slices[index % slices.length]) ?? rest);
