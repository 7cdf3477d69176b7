/** The tokens of app/globals.css as a canvas needs them: resolved colours and font families. */
export type ChartTheme = {
  series: string;
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
    grid: token('--color-rule'),
    axisText: token('--color-muted'),
    tooltipBackground: token('--color-ink'),
    tooltipText: token('--color-on-ink'),
    surface: token('--color-paper'),
    sans: body.fontFamily,
    mono: token('--font-mono') || 'ui-monospace, monospace',
  };
}
