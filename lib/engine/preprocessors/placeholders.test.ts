import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { convertedText } from '@/lib/engine/replies/converted-text';
import { expectLinear } from '@/testing/expect-linear';
import { restoreText, type TextFormat } from './placeholders';

const hiddenAs = (value: string) => [{ placeholder: '[TOKEN_1]', value, restore: true }];

const values = [
  'ada@example.com',
  '"ada lovelace"@example.com',
  'one,two',
  "it's: #1",
  'a"b',
  'back\\slash',
  '<b>&amp;</b>',
  '$& $1 $$',
];
/** Several lines, such as a private key has. */
const key = '-----BEGIN KEY-----\nMII,"\n-----END KEY-----';

describe.each([...values, key])('%j', (value) => {
  const restored = (text: string, format: TextFormat) => restoreText(text, hiddenAs(value), format);

  test('is put back into JSON', () => {
    const text = JSON.stringify({ '[TOKEN_1]': ['Mail to [TOKEN_1].'] });
    expect(JSON.parse(restored(text, 'json'))).toEqual({ [value]: [`Mail to ${value}.`] });
  });

  test.each(['a,[TOKEN_1],c\n', 'a,"[TOKEN_1]",c\n', '"x ""y""",[TOKEN_1]\n,c'])(
    'is put back into the cells of %j',
    (text) => {
      const rows: string[][] = parseCsv(text, { relax_column_count: true });
      const expected = rows.map((row) => row.map((cell) => cell.replace('[TOKEN_1]', () => value)));
      expect(parseCsv(restored(text, 'csv'), { relax_column_count: true })).toEqual(expected);
    },
  );

  test.each(['a: [TOKEN_1]\n', 'a: "[TOKEN_1]"', 'a: [TOKEN_1]\r\nb: it\'s "so"', '{a: [TOKEN_1], b: 1}'])(
    'is put back into the YAML %j',
    (reply) => {
      const { text, data } = convertedText(reply, 'yaml');
      expect(data).toMatchObject({ a: '[TOKEN_1]' });
      expect(convertedText(restored(text, 'yaml'), 'yaml').data).toMatchObject({ a: value });
    },
  );

  test('is put back into XML', () => {
    const { a } = new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(
      restored('<a b="[TOKEN_1]">[TOKEN_1]</a>', 'xml'),
    );
    const read = value.replaceAll('&amp;', '&');
    expect(a).toEqual({ '#text': read, '@_b': read });
  });
});

test("in single quotes, YAML's are doubled", () => {
  expect(restoreText("a: '[TOKEN_1]'", hiddenAs("it's"), 'yaml')).toBe("a: 'it''s'");
});

test('a text without placeholders stays exactly the same', () => {
  const text = ` "a" , 'b'\r\n\tx: "y" # it's\n\n"`;
  for (const format of ['json', 'csv', 'yaml', 'xml', 'html'] as const)
    expect(restoreText(text, hiddenAs('a"b'), format)).toBe(text);
});

test.each(['a', 'a[', '"', '""', "'", ', "', '[TOKEN_1]', '\\"', 'a: "\\', ' '])(
  'a text of %j takes a time that grows with its length',
  async (part) => {
    for (const format of ['csv', 'yaml', 'xml'] as const)
      await expectLinear(
        65_000,
        (length) => part.repeat(length / part.length),
        (text) => restoreText(text, hiddenAs('a'), format),
      );
  },
);
