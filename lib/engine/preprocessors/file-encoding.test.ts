import { describe, expect, test } from 'vitest';
import { decodeFound, decodeNamed, type Encoding } from './file-encoding';

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test.each<[string, Uint8Array, string, string, boolean]>([
  ['UTF-8', bytesOf('Café', 'utf8'), 'Café', 'utf-8', false],
  ['UTF-8 with a mark', bytesOf('\ufeffCafé', 'utf8'), 'Café', 'utf-8', true],
  ['UTF-16 with a mark', bytesOf('\ufeffCafé', 'utf16le'), 'Café', 'utf-16le', true],
  ['UTF-16 with the other mark', bigEndian('\ufeffCafé'), 'Café', 'utf-16be', true],
  ['UTF-16 without a mark', bytesOf('ab', 'utf16le'), 'a\u0100b\u0100', 'bytes', false],
  ['a binary file', Uint8Array.of(0x89, 0x50, 0), '\u2030P\u0100', 'bytes', false],
  ['what is none of them', bytesOf('Caf\u00e9 \u0080', 'latin1'), 'Café €', 'windows-1252', false],
])('%s is found', (_what, bytes, text, name, isMarked) => {
  expect(decodeFound(bytes)).toEqual({ text, encoding: { name, isMarked } });
});

test('windows-1252 is what browsers read', () => {
  const { text, encoding } = decodeFound(all.slice(1));
  expect(encoding.name).toBe('windows-1252');
  expect([...text].slice(0x7f, 0x9f).join('')).toBe(
    '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
      '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178',
  );
  expect(new Set(text).size).toBe(255);
});

test.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x43, 0xe9]],
  ['UTF-16', [0xff, 0xfe, 0x2d, 0x4e, 0x41]],
])("a damaged file that begins with the mark of %s isn't read in another encoding", (_, bytes) => {
  const damaged = decodeFound(Uint8Array.from(bytes));
  expect(damaged.encoding).toEqual({ name: 'bytes', isMarked: false });
  expect(decodeNamed(damaged, 'utf-8')).toBeNull();
});

describe('read anew', () => {
  const named = (bytes: Uint8Array, encoding: Encoding) => decodeNamed(decodeFound(bytes), encoding);

  test.each<[string, Uint8Array, Encoding, string | null]>([
    ['UTF-16 without a mark', bytesOf('Café', 'utf16le'), 'utf-16le', 'Café'],
    ['UTF-16 without a mark, the other way around', bigEndian('Café'), 'utf-16be', 'Café'],
    ['UTF-8 as itself', bytesOf('Café', 'utf8'), 'utf-8', 'Café'],
    ['UTF-8 as windows-1252', bytesOf('Café', 'utf8'), 'windows-1252', 'CafÃ©'],
    ['windows-1252 as ISO 8859-1', bytesOf('Caf\u00e9 \u0080', 'latin1'), 'iso-8859-1', 'Café €'],
    ['windows-1252 as UTF-8', bytesOf('Caf\u00e9', 'latin1'), 'utf-8', null],
    ['a file with an odd number of bytes as UTF-16', bytesOf('abc', 'utf8'), 'utf-16le', null],
    ['a file whose mark says otherwise', bytesOf('\ufeffabc', 'utf16le'), 'utf-8', null],
    ['a file whose mark says the same', bytesOf('\ufeffabc', 'utf16le'), 'utf-16le', 'abc'],
    ['a binary file', Uint8Array.of(0x89, 0x50, 0, 0, 0x80), 'windows-1252', null],
  ])('%s', (_what, bytes, encoding, text) => {
    expect(named(bytes, encoding)).toBe(text);
  });

  test('no byte is lost', () => {
    const pairs = Uint8Array.from([...all].flatMap((byte) => [byte, 0x41]));
    const characters = [...all].map((byte) => String.fromCharCode(0x4100 + byte));
    expect(named(pairs, 'utf-16le')).toBe(characters.join(''));
  });
});
