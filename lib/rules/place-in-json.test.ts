import { expect, test } from 'vitest';
import { placeInJson } from './place-in-json';

const text = `{
  "name": "A \\"b\\" {",
  "steps": [ { "id": "a", "options": { "labels": [] } }, { "id": "b", "max_tokens": 12 } ]
}`;

const partAt = (path: string): string | null => {
  const range = placeInJson(text, path);
  return range && text.slice(...range);
};

test.each([
  ['name', '"A \\"b\\" {"'],
  ['steps[0].options', '{ "labels": [] }'],
  ['steps[0].options.labels', '[]'],
  ['steps[1].id', '"b"'],
  ['steps[1].max_tokens', '12'],
])('%s is found', (path, part) => {
  expect(partAt(path)).toBe(part);
});

test('of a value that is missing, the innermost one around it is found', () => {
  expect(partAt('steps[1].task')).toBe('{ "id": "b", "max_tokens": 12 }');
  expect(partAt('steps[2].id')?.startsWith('[ {')).toBe(true);
  expect(partAt('mode')).toBe(text);
});

test('a text that is no JSON has no places', () => {
  expect(placeInJson('{ "a": ', 'a')).toBeNull();
});
