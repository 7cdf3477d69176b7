import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('in a browser, no schema makes code from text, which the policy of pages forbids', async () => {
  const made: unknown[] = [];
  const watched = new Proxy(Function, {
    construct(target, texts) {
      made.push(texts);
      return Reflect.construct(target, texts);
    },
  });
  vi.stubGlobal('window', {});
  vi.stubGlobal('Function', watched);
  // Another test may have made the schemas already, outside of a browser.
  vi.resetModules();
  const { signInInput } = await import('./auth');
  expect(signInInput.safeParse({ email: 'ada@example.com', password: 'secret' }).success).toBe(true);
  expect(made).toEqual([]);
});

const sources = readdirSync(import.meta.dirname)
  .filter((name) => !name.includes('.test.') && name !== 'zod-in-browsers.ts')
  .map((name) => ({ name, text: readFileSync(path.join(import.meta.dirname, name), 'utf8') }))
  .filter(({ text }) => text.includes("from 'zod'"));

test.each(sources)('$name configures zod before it makes a schema', ({ text }) => {
  expect(text).toContain("import './zod-in-browsers';");
});
