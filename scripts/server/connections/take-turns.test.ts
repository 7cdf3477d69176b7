import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.mjs';

test('requests are begun in their order, a part of a crowd in each turn, and all of them', async () => {
  const begun: number[] = [];
  const take = takeTurns((request) => begun.push((request as unknown as { number: number }).number));
  const ask = (number: number) =>
    take({ number } as unknown as IncomingMessage, {} as unknown as ServerResponse);
  const crowd = Array.from({ length: 100 }, (_, index) => index);
  for (const number of crowd) ask(number);
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(crowd.length);
  ask(100);
  while (begun.length <= crowd.length) await nextTurn();
  expect(begun).toEqual([...crowd, 100]);
  ask(101);
  await nextTurn();
  expect(begun.at(-1)).toBe(101);
});
