import { useEffect, useState } from 'react';
import { type ChartTheme, readChartTheme } from './chart-theme';

/** The page's tokens for a canvas; anew once the fonts are there, since a canvas is not redrawn by itself. */
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
