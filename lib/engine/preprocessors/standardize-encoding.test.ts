import { expect, test } from 'vitest';
import { preparedBy } from '@/testing/engine/prepared-by';
import { standardizeEncoding } from './standardize-encoding';

const clean = (text: string, options = {}) => preparedBy(standardizeEncoding, text, options);

test.each([
  ['a composed form', 'Cafe\u0301', {}, 'Caf\u00e9'],
  ['the form that is named', '\ufb01\uff21', { form: 'nfkc' }, 'fiA'],
  ['no other form if none is wanted', 'e\u0301', { form: 'none' }, 'e\u0301'],
  ['ligatures', '\ufb01', {}, '\ufb01'],
  ['one kind of line ending', 'a\r\nb\rc\u2028d\u2029e\u0085f\n', {}, 'a\nb\nc\nd\ne\nf\n'],
  ['the line ending that is named', 'a\nb\r\nc', { line_endings: 'crlf' }, 'a\r\nb\r\nc'],
  [
    'no control characters but tab and line end',
    '\u0000a\u0007\tb\u000b\u001b\u007f\u009fc\n',
    {},
    'a\tbc\n',
  ],
  ['no byte order mark', '\ufeffa\ufeffb', {}, 'ab'],
  ['no half of a pair', 'a\ud800b', {}, 'a\ufffdb'],
  ['quotes as they are', '\u201ca\u201d', {}, '\u201ca\u201d'],
  [
    'straight quotes',
    '\u201ca\u201d \u201eb\u201c \u2018c\u2019 \u201ad\u2018',
    { straighten_quotes: true },
    '"a" "b" \'c\' \'d\'',
  ],
])('a text has %s: %j with %j', async (_what, before, options, after) => {
  expect(await clean(before, options)).toBe(after);
  expect(await clean(after, options)).toBe(after);
});

test('a form that the text ends up in is that of the whole, without what was removed', async () => {
  expect(await clean('e\u0000\u0301')).toBe('\u00e9');
});
