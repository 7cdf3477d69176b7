import { expect, test } from 'vitest';
import { strictSchema } from './strict-schema';

test('objects are closed, at every depth, and nothing else changes', () => {
  const line = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
  const schema = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: line },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['lines', 'note'],
  };
  expect(strictSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema })).toEqual({
    ...schema,
    additionalProperties: false,
    properties: {
      lines: { type: 'array', items: { ...line, additionalProperties: false } },
      note: schema.properties.note,
    },
  });
});

test.each<[string, object]>([
  ['a property that may be missing', { type: 'object', properties: { a: { type: 'string' } } }],
  [
    'properties that nobody named',
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
  ],
  ['an object of any shape', { type: 'object' }],
  ['a keyword that strict modes may not know', { type: 'string', minLength: 2 }],
  ['such a keyword further in', { type: 'array', items: { type: 'string', pattern: 'a+' } }],
  ['a schema that is true', { type: 'object', properties: { a: true }, required: ['a'] }],
  ['a list in the place of a schema', { anyOf: [[]] }],
])('%s has no strict form', (_, schema) => {
  expect(strictSchema(schema as Record<string, unknown>)).toBeNull();
});
