import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault, lineAndColumn } from './json-fault';

test('the fault is at the first character that JSON can’t have', () => {
  expect(jsonFault('{ "a": [1, 2,] }')).toBe(13);
  expect(jsonFault('{ "a": x }')).toBe(7);
  expect(jsonFault('{ a: 1 }')).toBe(2);
  expect(jsonFault('[01]')).toBe(2);
  expect(jsonFault('{} {}')).toBe(3);
  expect(jsonFault("{ 'a': 1 }")).toBe(2);
  expect(jsonFault('["a\nb"]')).toBe(1);
});

test('a text that ends too early has its fault at its end', () => {
  for (const text of ['', '{ "steps": ', '[1', '{"a"', '{"a":1,']) expect(jsonFault(text)).toBe(text.length);
});

test('a text is JSON for it if it is for the browser', () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"1e-\\ \tnu'))
    .map(([json, at, mark]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + mark + json.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), (text) => {
      expect(jsonFault(text) === null).toBe(parses(text));
    }),
    { numRuns: 2_000 },
  );
});

test('lines and columns count from 1', () => {
  expect(lineAndColumn('{\n  x', 4)).toEqual({ line: 2, column: 3 });
  expect(lineAndColumn('', 0)).toEqual({ line: 1, column: 1 });
});
