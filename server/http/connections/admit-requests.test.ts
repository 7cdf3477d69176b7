import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { knownClients, mayBeLarge } from './admit-requests';

test('a request is large by its announced length, or if it announces none', () => {
  expect(mayBeLarge({ headers: {} })).toBe(false);
  expect(mayBeLarge({ headers: { 'content-length': '65536' } })).toBe(false);
  expect(mayBeLarge({ headers: { 'content-length': '65537' } })).toBe(true);
  expect(mayBeLarge({ headers: { 'transfer-encoding': 'chunked' } })).toBe(true);
});

test('a client is known once it is remembered, and the least recently remembered is forgotten over the bound', () => {
  const { remember, isKnown } = knownClients();
  expect(isKnown('203.0.113.7')).toBe(false);
  remember('203.0.113.7');
  expect(isKnown('203.0.113.7')).toBe(true);
  expect(isKnown('203.0.113.8')).toBe(false);
  for (let index = 0; index < 10_000; index += 1) remember(`client ${index}`);
  expect(isKnown('203.0.113.7')).toBe(false);
  expect(isKnown('client 0')).toBe(true);
});

test('a remembered address doesn’t keep the header that it was cut from in memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { remember, isKnown } = knownClients();
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let index = 0; index < 2_000; index += 1) {
    const header = Buffer.from(`${'x'.repeat(16_000)}, 198.18.100.${index}`).toString();
    remember(header.split(', ')[1] ?? '');
  }
  expect(used() - before).toBeLessThan(2_000 * 2_000);
  expect(isKnown('198.18.100.1999')).toBe(true);
});
