import { expect, test } from 'vitest';
import { withoutSignatures } from './approval-link';

const id = 'apr_0123456789abcdefghij';
const signature = 'Zz0-_Zz0-_Zz0-_Zz0-_Zz0-_Zz0-_Zz0-_Zz0-_Zz0';
const link = `https://switchyard.test/approvals/${id}-${signature}`;
const body = JSON.stringify({ url: link, note: 'Thanks.' });

const percent = (text: string, by = (hex: string) => `%${hex}`) =>
  [...text].map((character) => by(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

test.each([
  ['as it is', body],
  ['in an address', encodeURIComponent(body)],
  ['with its marks percent-encoded', link.replaceAll('-', '%2D').replaceAll('_', '%5F')],
  ['percent-encoded in whole', percent(link)],
  ['percent-encoded twice', percent(link, (hex) => `%25${hex.toUpperCase()}`)],
  ['as JSON in JSON', JSON.stringify(body)],
  ['with JSON escapes', percent(link, (hex) => `\\u00${hex}`)],
  ['with JSON escapes in JSON', JSON.stringify(percent(link, (hex) => `\\u00${hex}`))],
  ['with HTML escapes', percent(link, (hex) => `&#x${hex};`)],
  ['with decimal HTML escapes', link.replaceAll('-', '&#45;').replaceAll('_', '&#095;')],
  ['in Base64', Buffer.from(body).toString('base64')],
  ['in Base64 of an address', `data:text/plain;base64,${Buffer.from(body).toString('base64url')}`],
])('a link loses its signature %s', (_, text) => {
  const shown = withoutSignatures(text);
  expect(shown).toContain('…');
  // Whatever undoes the form no longer finds it.
  const forms = [shown, shown.replaceAll('%25', '%'), shown.replaceAll('\\\\', '\\')].flatMap((form) => [
    form,
    form.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    form.replaceAll(/(?:\\u00|&#x)([0-9a-f]{2});?/gi, (_all, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    form.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))),
    Buffer.from(form.replace(/^.*,/, ''), 'base64').toString('latin1'),
  ]);
  for (const form of forms) expect(form).not.toContain(signature.slice(0, 12));
});

test.each([
  '',
  'OK, apr_0123456789abcdefghij is known.',
  percent('a text with escapes'),
  Buffer.from('A long text that has no link, only words about robots that stop in the cold.').toString(
    'base64',
  ),
  'x'.repeat(200),
])('a text without a link stays: %j', (text) => expect(withoutSignatures(text)).toBe(text));

test('a text of escapes alone is read in no time', () => {
  const text = '%252525'.repeat(20_000) + '\\'.repeat(100_000);
  const start = performance.now();
  withoutSignatures(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
