import { formatQuantity } from '@/lib/format/number';
import type { ChartPoint, ChartUnit } from './chart-point';
import type { ChartTheme } from './chart-theme';
import { tooltipLines } from './tooltip-lines';

/** The part of chart.js's tooltip items that is the same for every kind of chart. */
type PointAt = { dataIndex: number; chart: { width: number } };

/** A character of the tooltip's title is about 7 px wide; padding and caret take some 40 px. */
const charactersIn = (chartWidth: number) => (chartWidth - 40) / 7;

/** What all charts share: they fill their box and stand still; a number that moves cannot be read. */
export const baseOptions = { responsive: true, maintainAspectRatio: false, animation: false } as const;

/** The tooltip in ink: the point's whole name above, its value with the unit below. */
export function tooltipOptions(theme: ChartTheme, points: readonly ChartPoint[], unit: ChartUnit) {
  const pointOf = (item: PointAt | undefined) => (item === undefined ? undefined : points[item.dataIndex]);
  return {
    backgroundColor: theme.tooltipBackground,
    titleColor: theme.tooltipText,
    bodyColor: theme.tooltipText,
    titleFont: { family: theme.sans, size: 13, weight: 'normal' as const },
    bodyFont: { family: theme.mono, size: 13, weight: 600 },
    cornerRadius: 6,
    padding: 10,
    displayColors: false,
    caretSize: 0,
    caretPadding: 10,
    callbacks: {
      title: ([item]: PointAt[]) =>
        tooltipLines(pointOf(item)?.fullLabel ?? '', charactersIn(item?.chart.width ?? 0)),
      label: (item: PointAt) => formatQuantity(pointOf(item)?.value ?? 0, unit),
      afterLabel: (item: PointAt) => [...(pointOf(item)?.details ?? [])],
    },
  };
}

/** An axis title in the quiet small text of the axes. */
export const axisTitle = (theme: ChartTheme, text: string) => ({
  display: true,
  text,
  color: theme.axisText,
  font: { family: theme.sans, size: 12 },
});

/** Tick labels: mono for numbers, sans for names. */
export const tickText = (theme: ChartTheme, family: 'sans' | 'mono') => ({
  color: theme.axisText,
  font: { family: theme[family], size: 12 },
});
