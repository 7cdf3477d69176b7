import { expect, test } from 'vitest';
import { fitTypes } from './reply-shape';

const nullable = (type: string) => ({ anyOf: [{ type }, { type: 'null' }] });

test.each<[string, unknown, unknown, unknown]>([
  ['a number in quotes becomes a number', '2', { type: 'number' }, 2],
  ['a number as text stays where text is allowed', '2', { type: ['string', 'number'] }, '2'],
  ['an order number becomes text', 20318, { type: 'string' }, '20318'],
  ['a nullable number is fitted too', '-1.5', nullable('number'), -1.5],
  ['words for true and false are read', 'False', { type: 'boolean' }, false],
  ['an empty cell becomes null', '', { type: ['number', 'null'] }, null],
  ['capitals of a choice are no matter', 'High', { type: 'string', enum: ['low', 'high'] }, 'high'],
  ['one text becomes a list of it', 'E-41', { type: 'array', items: { type: 'string' } }, ['E-41']],
  [
    'a missing field that may be null is null',
    {},
    { type: 'object', properties: { a: nullable('string') } },
    { a: null },
  ],
  [
    'a missing field that may not stays missing',
    {},
    { type: 'object', properties: { a: { type: 'string' } } },
    {},
  ],
  [
    'items of lists are fitted',
    [{ kg: '2' }],
    { type: 'array', items: { properties: { kg: { type: 'integer' } } } },
    [{ kg: 2 }],
  ],
  ['what is no number stays', '2 kg', { type: 'number' }, '2 kg'],
  ['undeclared fields stay', { b: '1' }, { properties: { a: { type: 'number' } } }, { b: '1' }],
  ['without a schema nothing changes', ['1'], undefined, ['1']],
])('%s', (_, value, schema, fitted) => {
  expect(fitTypes(value, schema)).toEqual(fitted);
});
