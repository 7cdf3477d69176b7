import { expect, test } from 'vitest';
import { texts } from '@/testing/texts';
import { lastWholeSentence } from './sentences';

test.each(Object.entries(texts))(
  'a text in %s that broke off ends with its last whole sentence',
  (_, text) => {
    expect(lastWholeSentence(text)).toBe(text);
    const cut = lastWholeSentence(text.slice(0, -3));
    expect(cut.length).toBeGreaterThan(text.length / 2);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut).toMatch(/[.!?。？！؟”"」»]$/);
  },
);

test.each([
  ['an abbreviation ends no sentence', 'It holds. We asked Dr. Rey', 'It holds.'],
  ['nor does one with two periods', 'Er hält. Wir nahmen z.B. Gla', 'Er hält.'],
  ['nor an ordinal', 'Er hält. Am 3. Mai ka', 'Er hält.'],
  ['nor a decimal or an address', 'It holds. It weighs 2.5 at example.com to', 'It holds.'],
  ['closing quotes belong to the sentence', 'She said: “It holds.” Then sh', 'She said: “It holds.”'],
  ['a text without a sentence end is kept', 'one long thought that goes on', 'one long thought that goes on'],
  [
    'list entries count as whole',
    '- holds two kilos\n- opens alone\n- clos',
    '- holds two kilos\n- opens alone',
  ],
  ['a heading alone is no text', '# Arm\n\nIt mov', '# Arm\n\nIt mov'],
  ['nothing stays nothing', '', ''],
])('%s', (_, text, whole) => {
  expect(lastWholeSentence(text)).toBe(whole);
});

test.each(['.', '- a\n'])('10 MB of %j take linear time', (unit) => {
  const text = unit.repeat(10_000_000 / unit.length);
  expect(lastWholeSentence(text).length).toBeLessThanOrEqual(text.length);
});
