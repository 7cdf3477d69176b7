/** The tokens of app/globals.css as a canvas needs them: resolved colours and font families. */
export type ChartTheme = {
  series: string;
  /** The colours that slices take in turns, each with the colour of what is written on it. */
  slices: readonly { fill: string; text: string }[];
  /** The slice of all that have no name of their own. */
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
export function readChartTheme(): ChartTheme {
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
