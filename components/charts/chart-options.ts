import { BarElement, CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { useEffect, useState } from 'react';
import { formatQuantity } from '@/lib/format/number';
import type { ChartPoint, ChartUnit } from './chart-data';

// Only what the charts use is registered, so that the rest of chart.js never reaches the browser. react-chartjs-2
// registers the controllers itself.
Chart.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip);

/** The part of chart.js's tooltip items that is the same for every kind of chart. */
type PointAt = { dataIndex: number; chart: { width: number } };

/** A character of the tooltip's title is about 7 px wide; padding and caret take some 40 px. */
const charactersIn = (chartWidth: number) => (chartWidth - 40) / 7;

/** Options of all charts: they fill their box and don't move, because a moving number can't be read. */
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
      label: (item: PointAt) => writtenValue(pointOf(item)?.value ?? 0, unit),
      afterLabel: (item: PointAt) => [...(pointOf(item)?.details ?? [])],
    },
  };
}

/** A value with its unit. */
const writtenValue = (value: number, unit: ChartUnit): string =>
  unit.write?.(value) ?? formatQuantity(value, unit);

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

/** The tokens of app/globals.css as a canvas needs them: resolved colors and font families. */
export type ChartTheme = {
  series: string;
  /** The colors that slices take in turn, each with the color of the number on it. */
  slices: readonly { fill: string; text: string }[];
  /** The slice that sums up everything without a slice of its own. */
  rest: { fill: string; text: string };
  grid: string;
  axisText: string;
  tooltipBackground: string;
  tooltipText: string;
  surface: string;
  sans: string;
  mono: string;
};

/** Reads the tokens from the page; browser only. */
function readChartTheme(): ChartTheme {
  const body = getComputedStyle(document.body);
  const token = (name: string) => body.getPropertyValue(name).trim();
  return {
    series: token('--color-signal'),
    slices: [
      { fill: token('--color-signal'), text: token('--color-ink') },
      { fill: token('--color-ink-3'), text: token('--color-on-ink') },
      { fill: token('--color-on-ink-muted'), text: token('--color-ink') },
    ],
    rest: { fill: token('--color-rule'), text: token('--color-text') },
    grid: token('--color-rule'),
    axisText: token('--color-muted'),
    tooltipBackground: token('--color-ink'),
    tooltipText: token('--color-on-ink'),
    surface: token('--color-paper'),
    sans: body.fontFamily,
    mono: token('--font-mono') || 'ui-monospace, monospace',
  };
}

/** The page's tokens for a canvas, read again once the fonts have loaded: a canvas doesn't redraw itself. */
export function useChartTheme(): ChartTheme {
  const [theme, setTheme] = useState(readChartTheme);
  useEffect(() => {
    if (document.fonts.status === 'loaded') return;
    let isShown = true;
    void document.fonts.ready.then(() => {
      if (isShown) setTheme(readChartTheme());
    });
    return () => {
      isShown = false;
    };
  }, []);
  return theme;
}
