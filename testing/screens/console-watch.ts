import { expect } from 'vitest';

let expected: RegExp[] = [];
let seen: string[] = [];

for (const level of ['error', 'warn'] as const) {
  const print = console[level].bind(console);
  console[level] = (...args: unknown[]) => {
    const text = `${level}: ${args.map(String).join(' ')}`;
    if (expected.some((pattern) => pattern.test(text))) return;
    seen.push(text);
    print(...args);
  };
}

/** Names what the test provokes on the console, before it appears. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Fails if an error or a warning appeared that no test named, and begins anew. */
export function expectCleanConsole(): void {
  const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
  seen = [];
  expected = [];
  expect(unexpected, 'the console stays clean').toEqual([]);
}
