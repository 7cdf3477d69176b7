import { afterEach, expect, test, vi } from 'vitest';
import { readToken, writeToken } from './session-token';

/** A browser's storage that holds `held` and denies what it is told to. */
function stubStorage(held: string | null, denied: { read?: boolean; write?: boolean }) {
  let value = held;
  vi.stubGlobal('window', {
    localStorage: {
      getItem: () => {
        if (denied.read) throw new Error('denied');
        return value;
      },
      setItem: (_: string, next: string) => {
        if (denied.write) throw new Error('full');
        value = next;
      },
      removeItem: () => {
        if (denied.write) throw new Error('denied');
        value = null;
      },
    },
  });
}

afterEach(() => {
  stubStorage(null, {});
  writeToken(null);
  vi.unstubAllGlobals();
});

test('a token lasts as long as the page where the storage is denied', () => {
  stubStorage(null, { read: true, write: true });
  expect(readToken()).toBeNull();
  writeToken('a');
  expect(readToken()).toBe('a');
  writeToken(null);
  expect(readToken()).toBeNull();
});

test("a new person's token that a full storage did not take goes before the old one it still holds", () => {
  stubStorage('a', { write: true });
  expect(readToken()).toBe('a');
  writeToken('b');
  expect(readToken()).toBe('b');
});
