import { BarElement, CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { formatQuantity } from '@/lib/format/number';
import type { ChartPoint, ChartUnit } from './chart-data';
import type { ChartTheme } from './chart-theme';

// Only what the charts use is registered, so that the rest of chart.js never reaches the browser. react-chartjs-2
// registers the controllers itself.
Chart.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip);

/** The part of chart.js's tooltip items that is the same for every kind of chart. */
type PointAt = { dataIndex: number; chart: { width: number } };

/** A character of the tooltip's title is about 7 px wide; padding and caret take some 40 px. */
const charactersIn = (chartWidth: number) => (chartWidth - 40) / 7;

/** What all charts share: they fill their box and don't move, because a moving number can't be read. */
export const baseOptions = { responsive: true, maintainAspectRatio: false, animation: false } as const;

/** The tooltip: the point's full name above, its value with the unit below. */
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

/** A name in lines of at most `length` characters, broken between words; a longer word has a line of its own. */
export function tooltipLines(name: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const shortest = 6;

/** A name cut to at most `length` characters (never under 6) for an axis, with an ellipsis for the rest. */
export function axisLabel(name: string, length: number): string {
  const characters = Array.from(name);
  const room = Math.max(shortest, Math.floor(length));
  if (characters.length <= room) return name;
  return `${characters
    .slice(0, room - 1)
    .join('')
    .trimEnd()}…`;
}
