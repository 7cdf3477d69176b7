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
  ['a PDF file', '\ufeff\r\n%PDF-1.4'],
  ['a ZIP, Word, Excel, or PowerPoint file', 'PK\u0003\u0004text'],
])('%s is refused by its beginning, even if all of it could be text', async (kind, beginning) => {
  await expect(read(new File([beginning], 'a.txt'), standardizes)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining(`a.txt is ${kind}. Steps read text only`),
  });
  expect(await read(new File([` the ${beginning}`], 'a.txt'), [])).toMatchObject({ name: 'a.txt' });
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x43)],
  ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x43, 0)],
  ['UTF-16 with the other mark', Uint8Array.of(0xfe, 0xff, 0, 0x43)],
])('a file in %s is text for every step', async (_what, bytes) => {
  expect(await read(new File([bytes], 'a.txt'), [])).toMatchObject({ text: 'C' });
});
