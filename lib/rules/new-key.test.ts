import { afterEach, expect, test, vi } from 'vitest';
import { newKey } from './new-key';

afterEach(() => vi.unstubAllGlobals());

test('keys have 32 hex digits and differ, on pages without HTTPS too', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const keys = Array.from({ length: 100 }, newKey);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(100);
});
