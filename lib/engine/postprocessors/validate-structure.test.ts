import { expect, test } from 'vitest';
import { checkOptions } from '@/lib/engine/planning/option-problems';
import { postprocessed } from '@/testing/postprocessed';
import { validateStructure } from './validate-structure';

const schema = {
  type: 'object',
  required: ['order'],
  properties: { order: { type: 'string', pattern: '^[0-9]{5}$' }, items: { items: { type: 'number' } } },
};
const validated = (output: unknown, options: object = {}) =>
  postprocessed('validateStructure', { output, options: { schema, ...options } });

test('a report is in the output, empty when it fits', async () => {
  const failing = await validated({ order: '4711' }, { on_invalid: 'report' });
  expect(failing.output).toEqual({
    order: '4711',
    structure_errors: [{ path: 'order', message: 'It must match the pattern ^[0-9]{5}$.' }],
  });
  const fitting = await validated({ order: '47110' }, { on_invalid: 'report' });
  expect(fitting.output).toEqual({ order: '47110', structure_errors: [] });
});

test('an output that fits stays as it is', async () => {
  expect((await validated({ order: '47110' })).output).toEqual({ order: '47110' });
});

test("an output that doesn't fit fails with the first place", async () => {
  await expect(validated({ order: '47110', items: [1, 'x', 'y'] })).rejects.toMatchObject({
    code: 'STRUCTURE_INVALID',
    message: 'validateStructure: At items[1]: It must be a number.',
  });
  await expect(validated([])).rejects.toMatchObject({
    message: 'validateStructure: At the top: It must be an object.',
  });
});

test('a path leads to the part, places begin at the output, and a path that leads nowhere fits nothing', async () => {
  const { output } = await validated(
    { data: [1, 'a'] },
    {
      ...{ path: 'data', on_invalid: 'report', schema: { items: { type: 'number' } } },
    },
  );
  expect(output).toMatchObject({ structure_errors: [{ path: 'data[1]', message: 'It must be a number.' }] });
  await expect(validated({}, { path: 'a.b', schema: {} })).rejects.toMatchObject({
    code: 'STRUCTURE_INVALID',
    message: 'validateStructure: At a.b: It is missing.',
  });
});

test('the message quotes no names of the data', async () => {
  const closed = { properties: { data: { additionalProperties: { type: 'number' } } } };
  await expect(validated({ data: { 'ann@example.com': 'x' } }, { schema: closed })).rejects.toMatchObject({
    message: 'validateStructure: At data.…: It must be a number.',
  });
});

test("a list can't carry a report", async () => {
  await expect(validated([], { on_invalid: 'report' })).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
});

test('a schema that is none, or refers to another address, is a fault of the option', () => {
  const problems = (option: unknown) => checkOptions(validateStructure, { schema: option }).problems;
  expect(problems({ type: 'text' })).toMatchObject([{ path: 'schema' }]);
  expect(problems({ $ref: 'https://example.com/schema' })).toMatchObject([{ path: 'schema' }]);
  expect(problems(undefined)).toEqual([{ path: 'schema', message: 'schema is required.' }]);
  expect(problems({ $ref: '#/$defs/a', $defs: { a: {} } })).toBeUndefined();
});

test('a check that takes too much work ends', async () => {
  const hostile = { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } };
  await expect(validated({}, { schema: hostile })).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
});
