import { describe, expect, test } from 'vitest';
import { compileSchema, SchemaProblem } from './compile-schema';
import { schemaFailures } from './schema-failures';

const order = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.com/order.json',
  type: 'object',
  properties: {
    order: { type: 'string', pattern: '^\\d+$' },
    mail: { type: 'string', format: 'email' },
    items: { type: 'array', minItems: 1, items: { $ref: '#/$defs/item' } },
  },
  required: ['order'],
  additionalProperties: false,
  $defs: {
    item: {
      type: 'object',
      properties: { price: { type: ['number', 'null'], minimum: 0 }, unit: { enum: ['kg', 'piece'] } },
    },
  },
};

test('data that fits has no failures', () => {
  const data = { order: '20318', mail: 'a@example.com', items: [{ price: 2, unit: 'kg' }, { price: null }] };
  expect(schemaFailures(data, order)).toEqual([]);
});

test('each failure has its place in the data and says what must be there', () => {
  const data = {
    order: 20318,
    mail: 'nobody',
    items: [{ price: 1 }, { price: -1 }, { price: '1', unit: 'lb' }],
    note: '',
  };
  expect(schemaFailures(data, order)).toEqual([
    { path: 'order', message: 'It must be a string.' },
    { path: 'mail', message: 'It must be a valid email.' },
    { path: 'items[1].price', message: 'It must be at least 0.' },
    { path: 'items[2].price', message: 'It must be a number or null.' },
    { path: 'items[2].unit', message: 'It must be one of "kg", "piece".' },
    { path: 'note', message: "It isn't allowed." },
  ]);
  expect(schemaFailures({ items: [] }, order)).toEqual([
    { path: 'order', message: 'It is missing.' },
    { path: 'items', message: 'It must have at least 1 entry.' },
  ]);
  expect(schemaFailures({ order: 'A1' }, order)).toEqual([
    { path: 'order', message: 'It must match the pattern ^\\d+$.' },
  ]);
  expect(schemaFailures([], order)).toEqual([{ path: '', message: 'It must be an object.' }]);
});

test('alternatives fail as one, not with the failures of each', () => {
  const schema = {
    properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, n: { type: 'number' } },
  };
  expect(schemaFailures({ id: true, n: 'x' }, schema)).toEqual([
    { path: 'id', message: 'It must fit one of the alternatives.' },
    { path: 'n', message: 'It must be a number.' },
  ]);
});

test('a pattern decides within alternatives and negations as JSON Schema says', () => {
  const schema = { anyOf: [{ pattern: '^a' }, { pattern: '^b' }], not: { pattern: 'z$' } };
  expect(schemaFailures('ab', schema)).toEqual([]);
  expect(schemaFailures('c', schema)).toHaveLength(1);
  expect(schemaFailures('az', schema)).toEqual([
    { path: '', message: "It can't be what the schema excludes." },
  ]);
});

test('names with slashes, tildes and spaces keep their place', () => {
  const schema = {
    properties: { 'a/b ~c%d': { $ref: '#/$defs/x%20y' } },
    $defs: { 'x y': { type: 'string' } },
  };
  expect(schemaFailures({ 'a/b ~c%d': 1 }, schema)).toEqual([
    { path: 'a/b ~c%d', message: 'It must be a string.' },
  ]);
});

test('a recursive schema checks trees', () => {
  const tree = { type: 'object', properties: { inner: { $ref: '#' } }, additionalProperties: false };
  expect(schemaFailures({ inner: { inner: {} } }, tree)).toEqual([]);
  expect(schemaFailures({ inner: { inner: { x: 1 } } }, tree)).toEqual([
    { path: 'inner.inner.x', message: "It isn't allowed." },
  ]);
});

test('the schema of the caller stays as it was', () => {
  const schema = structuredClone(order);
  schemaFailures({ order: 1 }, schema);
  expect(Object.getOwnPropertyNames(schema)).toEqual(Object.getOwnPropertyNames(order));
  expect(schema).toEqual(order);
});

describe('what would take forever ends with one failure', () => {
  const tooMuch = [{ path: '', message: 'It takes too much work to check against this schema.' }];
  const doubled = (inner: string) => ({ allOf: [{ $ref: inner }, { $ref: inner }] });
  const levels = Array.from({ length: 60 }, (_, level) => [`l${level}`, doubled(`#/$defs/l${level + 1}`)]);

  test.each<[string, unknown, unknown]>([
    ['a reference to itself', 1, { $ref: '#' }],
    [
      'references that double',
      1,
      { ...doubled('#/$defs/l0'), $defs: { ...Object.fromEntries(levels), l60: {} } },
    ],
  ])('%s', (_, value, schema) => {
    expect(schemaFailures(value, schema)).toEqual(tooMuch);
  });

  test('a long list whose entries must differ', () => {
    const long = Array.from({ length: 100_000 }, (_, index) => index);
    expect(schemaFailures({ long }, { properties: { long: { uniqueItems: true } } })).toEqual([
      { path: '', message: 'A list has more than 2000 entries, too many to compare.' },
    ]);
  });

  test('more failures than anybody reads', () => {
    const many = Array.from({ length: 200_000 }, () => 'x');
    expect(schemaFailures(many, { items: { type: 'number' } }).length).toBeLessThanOrEqual(100);
  });

  test('a pattern that backtracks elsewhere', () => {
    expect(schemaFailures(`${'a'.repeat(50_000)}!`, { pattern: '^(a+)+$' })).toHaveLength(1);
  });

  test.each(['email', 'uri', 'hostname', 'date-time', 'uri-template', 'url'])(
    'a long text as %s',
    (format) => {
      for (const text of ['a.', '::', '%20', '1', 'a@', 'http://a-']) {
        expect(schemaFailures(`${text.repeat(100_000)} `, { format }).length).toBeLessThanOrEqual(1);
      }
    },
  );
});

const properties = (count: number, schemaOf: (name: string) => object) => ({
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`field${index}`, schemaOf(`field${index}`)]),
  ),
});

test('a schema may have a hundred patterns of the usual kinds, and the same one everywhere', () => {
  const usual = ['^\\d{4}-\\d{2}-\\d{2}$', '^[A-Z]{3}$', '^[0-9a-f]{8}$', '^[^@ ]+@[^@ ]+$'];
  const schema = properties(100, (name) => ({ pattern: usual[name.length % usual.length] }));
  expect(() => compileSchema(schema)).not.toThrow();
  expect(() => compileSchema(properties(900, () => ({ pattern: '^.{1,255}$' })))).not.toThrow();
});

test.each<[string, unknown]>([
  ['null', null],
  ['a list', []],
  ['a type that there is none of', { type: 'text' }],
  ['a pattern that looks ahead', { properties: { a: { pattern: '(?=a)b' } } }],
  ['a pattern that refers back', { pattern: '(a)\\1' }],
  ['a pattern that is none', { pattern: '(' }],
  ['a reference to elsewhere', { $ref: 'https://example.com/x.json' }],
  ['a reference to nothing', { $ref: '#/$defs/x' }],
  ['properties that are a list', { properties: ['a'] }],
  ['a schema that is a text', { items: 'string' }],
  ['patterns that take long together', properties(2, (name) => ({ pattern: `^(${name}|b){1,900}$` }))],
  ['patterns with many classes of Unicode', { pattern: '\\PL'.repeat(300) }],
  ['patterns for names', { patternProperties: { '^a': {} } }],
  ['too many parts', { allOf: Array.from({ length: 1_001 }, () => ({})) }],
  ['a schema nested without end', JSON.parse(`${'{"not":'.repeat(5_000)}{}${'}'.repeat(5_000)}`)],
])('%s is refused as a schema', (_, schema) => {
  expect(() => compileSchema(schema)).toThrow(SchemaProblem);
});

test('patterns leave nothing behind in the library', async () => {
  const { format } = await import('@cfworker/json-schema');
  const before = Object.keys(format);
  schemaFailures('a', { pattern: '^left$' });
  expect(Object.keys(format)).toEqual(before);
});
