'use client';
import { ArcElement, Chart, type ChartData, type ChartOptions, type ChartType, type Plugin } from 'chart.js';
import { useMemo } from 'react';
import { Bar, Line, Pie } from 'react-chartjs-2';
import { formatCompact } from '@/lib/format/number';
import type { ChartPoint, ChartProps } from './chart-data';
import {
  axisLabel,
  axisTitle,
  baseOptions,
  type ChartTheme,
  tickText,
  tooltipOptions,
  useChartTheme,
} from './chart-options';

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
            ...(unit.write ? {} : { precision: 0 }),
            maxTicksLimit: 6,
            callback: (value) => (unit.write ?? formatCompact)(Number(value)),
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
