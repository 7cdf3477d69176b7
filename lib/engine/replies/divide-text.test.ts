import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { expectLinear } from '@/testing/expect-linear';
import { texts } from '@/testing/texts';
import { divideText } from './divide-text';

const everywhere = ['section', 'paragraph', 'line', 'sentence'] as const;

test('whatever the text, pieces fit and joined are the text', () => {
  const word = fc.constantFrom(
    'arm',
    'opens. ',
    '。',
    '\n',
    '\n\n',
    '\r\n',
    '# Arm\n',
    ' ',
    'グリップ',
    '"Yes!" ',
  );
  const text = fc.array(word, { maxLength: 300 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (source, maxTokens) => {
      const divided = divideText(source, { at: everywhere, maxTokens });
      if ('fault' in divided) return;
      expect(divided.pieces.join('')).toBe(source);
      expect(divided.pieces.length).toBeLessThanOrEqual(100);
      for (const piece of divided.pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(maxTokens);
    }),
  );
});

test.each(Object.entries(texts))('a text in %s is divided between its sentences', (_, text) => {
  const maxTokens = Math.ceil(estimateTokens(text) / 2.5);
  const divided = divideText(text, { at: everywhere, maxTokens });
  const pieces = 'pieces' in divided ? divided.pieces : [];
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.trimEnd()).toMatch(/[.!?。？！؟”"」»]$/);
});

test('sections stay whole where they can', () => {
  const text = '# One\n\nIt holds.\n\n# Two\n\nIt opens.\n\n# Three\n\nIt moves.\n';
  expect(divideText(text, { at: everywhere, maxTokens: 6 })).toEqual({
    pieces: ['# One\n\nIt holds.\n\n', '# Two\n\nIt opens.\n\n', '# Three\n\nIt moves.\n'],
  });
});

test('a head is put before each further piece and counts as part of it', () => {
  const head = 'name,kg\n';
  const rows = Array.from({ length: 40 }, (_, row) => `arm ${row},2\n`);
  const divided = divideText(head + rows.join(''), { at: ['line'], maxTokens: 20, head });
  const pieces = 'pieces' in divided ? divided.pieces : [];
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) {
    expect(piece.startsWith(head)).toBe(true);
    expect(estimateTokens(piece)).toBeLessThanOrEqual(20);
  }
  expect(pieces.flatMap((piece) => piece.split('\n').slice(1, -1))).toEqual(rows.map((row) => row.trim()));
});

test('a sentence or line that is too long by itself is CHUNK_TOO_LARGE', () => {
  expect(divideText(`Short. ${'x'.repeat(500)}`, { at: everywhere, maxTokens: 50 })).toEqual({
    fault: 'CHUNK_TOO_LARGE',
  });
  expect(divideText('One sentence. Another one.', { at: ['line'], maxTokens: 4 })).toEqual({
    fault: 'CHUNK_TOO_LARGE',
  });
});

test('more than 100 pieces are TOO_MANY_CHUNKS', () => {
  const sentence = 'It holds two kilos. ';
  expect(divideText(sentence.repeat(101), { at: everywhere, maxTokens: 5 })).toEqual({
    fault: 'TOO_MANY_CHUNKS',
  });
  expect(divideText(sentence.repeat(100), { at: everywhere, maxTokens: 5 })).toHaveProperty(
    'pieces.length',
    100,
  );
});

test.each(['a\n', 'Go. '])('a long text of %j is divided in linear time', async (unit) => {
  await expectLinear(
    262_144,
    (length) => unit.repeat(length / unit.length),
    (text) => {
      const divided = divideText(text, { at: everywhere, maxTokens: 15_000 });
      expect('pieces' in divided && divided.pieces.join('') === text).toBe(true);
    },
  );
});
