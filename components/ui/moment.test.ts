import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatIsoDate } from '@/lib/format/date';
import { Moment } from './moment';

const at = String(Date.UTC(2020, 0, 2, 3, 4));
const markup = (props: Parameters<typeof Moment>[0]) => renderToStaticMarkup(createElement(Moment, props));
const text = (props: Parameters<typeof Moment>[0]) =>
  markup(props)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('a moment is absolute and relative, short or whole, and machine-readable', () => {
  for (const inline of [false, true]) {
    expect(text({ at, inline })).toMatch(
      inline ? /^Jan 2, 2020, 03:04 UTC \d+ years ago$/ : /^Jan 2, 2020 \d+ years ago$/,
    );
    expect(markup({ at, inline })).toContain('2020-01-02T03:04:00.000Z');
  }
  expect(text({ at, format: formatIsoDate, inline: true })).toMatch(/^2020-01-02 \d+ years ago$/);
});

test.each([null, undefined, '', 'soon', '1e99'])("%s isn't a moment: a dash, or the word for it", (none) => {
  for (const inline of [false, true]) {
    expect(text({ at: none, inline })).toBe('—');
    expect(text({ at: none, inline, missing: 'Never' })).toBe('Never');
  }
});
