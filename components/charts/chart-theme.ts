import { useEffect, useState } from 'react';

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
