import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import { newId } from './ids';

test('an id is its prefix and 20 letters and digits', () => {
  expect(newId({ randomBytes }, 'user')).toMatch(/^usr_[0-9a-z]{20}$/);
  expect(newId({ randomBytes }, 'auditEvent')).toMatch(/^aud_[0-9a-z]{20}$/);
});

test('the same chance gives the same ids, and no character more often than another', () => {
  const draw = () => {
    const random = new SeededRandom('ids');
    return Array.from({ length: 20_000 }, () =>
      newId({ randomBytes: (size) => random.bytes(size) }, 'apiKey').slice(4),
    );
  };
  const ids = draw();
  expect(draw()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const counts = new Map<string, number>();
  for (const character of ids.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(36);
  // A remainder of a byte would draw the first four characters a seventh more often.
  for (const count of counts.values()) expect(count / (400_000 / 36)).toBeCloseTo(1, 1);
});
