import { expect, test } from 'vitest';
import { decodeFound } from '@/lib/engine/preprocessors/file-encoding';
import type { StepInput } from '@/lib/engine/workflow';
import { readUpload } from './read-upload';

const read = (file: File, steps: StepInput[]) =>
  readUpload(file, { steps, decode: async (bytes) => decodeFound(bytes) });

const standardizes = [{ id: 'a', task: 'generation', preprocessors: [{ name: 'standardizeEncoding' }] }];

test.each([
  ['manual.txt', 'manual.txt'],
  ['C:\\docs\\manual.txt', 'manual.txt'],
  ['/docs/../manual.txt', 'manual.txt'],
  ['man\u0000ual\n\u202e.txt', 'manual.txt'],
  [`${'a'.repeat(130)}.txt`, 'a'.repeat(120)],
  ['', 'file'],
  ['..\\', '..'],
])('the name %j is kept as %j', async (given, name) => {
  expect(await read(new File(['a'], given), [])).toMatchObject({ name, text: 'a' });
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['windows-1252', Uint8Array.of(0x43, 0xe9)],
  ['UTF-16 without a mark', Uint8Array.of(0x43, 0)],
])('a file in %s needs a step that standardizes it', async (_what, bytes) => {
  const file = new File([bytes], 'a.txt');
  await expect(read(file, [])).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('UTF-8, or in UTF-16 with a byte order mark.'),
  });
  expect(await read(file, standardizes)).toMatchObject({ text: expect.stringMatching(/^C/) });
});

test.each([
  ['a PDF file', '%PDF-1.7\n1 0 obj'],
  ['a PDF file', '\u00ef\u00bb\u00bf\r\n%PDF-1.4\r\n'],
  ['a PDF file', '%PDF-1.7 \u0000'],
  ['a PDF file', 'HTTP/1.1 200 OK\r\n\r\n%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'],
  ['a ZIP, Word, Excel, or PowerPoint file', 'PK\u0003\u0004text'],
  ['an old Word, Excel, or PowerPoint file', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ['an RTF file', String.raw`{\rtf1\ansi Text.}`],
  ['an image', 'RIFF\u0024\u0001\u0000\u0000WEBPVP8 '],
  ['an image', 'GIF89a\u0001\u0000\u0001\u0000'],
])('%s is refused by its beginning, even if a step reads other encodings: %j', async (kind, beginning) => {
  const bytes = Uint8Array.from(beginning, (character) => character.charCodeAt(0));
  await expect(read(new File([bytes], 'a.txt'), standardizes)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining(`a.txt is ${kind}. Steps read text only`),
  });
});

test.each([
  '%PDF-1.7 is the header of a PDF file.',
  'A PDF file begins with\n%PDF-1.7\n% and a comment.',
  'GIF87a and GIF89a are versions of GIF.',
  'RIFF with WEBP in it is an image.',
  String.raw`{\rtf1 is the beginning of an RTF file.`,
  'A ZIP file begins with PK\u0003\u0004.',
])('a text about a kind of file is text: %j', async (text) => {
  expect(await read(new File([text], 'a.txt'), [])).toMatchObject({ text });
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x43)],
  ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x43, 0)],
  ['UTF-16 with the other mark', Uint8Array.of(0xfe, 0xff, 0, 0x43)],
])('a file in %s is text for every step', async (_what, bytes) => {
  expect(await read(new File([bytes], 'a.txt'), [])).toMatchObject({ text: 'C' });
});
