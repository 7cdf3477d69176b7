import localFont from 'next/font/local';

const inter = localFont({
  src: '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
});

const jetbrainsMono = localFont({
  src: '../../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains-mono',
  weight: '100 800',
  display: 'swap',
  adjustFontFallback: false,
  // Labels and code only: preloaded, it would compete with the text that is read first.
  preload: false,
});

/** The class names for `<html>`, with the fonts that globals.css builds on. */
export const fontVariables = `${inter.variable} ${jetbrainsMono.variable}`;
