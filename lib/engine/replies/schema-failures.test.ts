import { describe, expect, test } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { compileSchema, SchemaProblem } from './compile-schema';
import { TooMuchWork } from './problems';
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

test('alternatives of lists, fields and conditions fail in their places', () => {
  const schema = {
    allOf: [{ properties: { a: { type: 'string' } } }],
    if: { required: ['kind'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { kind: { const: 'x' } } },
    else: { required: ['b'] },
    dependentSchemas: { kind: { properties: { c: false } } },
    dependentRequired: { kind: ['d'] },
    properties: {
      pair: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      some: { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
      one: { contains: { type: 'number' } },
    },
    propertyNames: { maxLength: 4 },
    unevaluatedProperties: { type: 'null' },
  };
  const paths = (value: unknown) => schemaFailures(value, schema).map(({ path }) => path);
  expect(paths({ b: null, pair: ['x', 1], some: [1, 2, 'x'], one: ['x', 1] })).toEqual([]);
  expect(paths({ a: 1 })).toEqual(['a', 'b']);
  expect(paths({ kind: 'y', c: null })).toEqual(['kind', 'd', 'c']);
  expect(paths({ b: null, pair: [1, 'x'] })).toEqual(['pair[0]', 'pair[1]']);
  expect(paths({ b: null, some: [1] })).toEqual(['some']);
  expect(paths({ b: null, some: [1, 2, 3, 4] })).toEqual(['some']);
  expect(paths({ b: null, one: [] })).toEqual(['one']);
  expect(paths({ b: null, 'a/b~': 1 })).toEqual(['a/b~']);
  expect(paths({ b: null, longer: null })).toEqual(['']);
  const list = { prefixItems: [{}], unevaluatedItems: { type: 'number' } };
  expect(schemaFailures([null, 1, 'x'], list)).toEqual([{ path: '[2]', message: 'It must be a number.' }]);
  expect(schemaFailures('x', { anyOf: [false, { type: 'null' }] })).toHaveLength(1);
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

describe('a check that would take forever ends', () => {
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
    expect(() => schemaFailures(value, schema)).toThrow(TooMuchWork);
  });

  test('a long list whose entries must differ', () => {
    const long = Array.from({ length: 100_000 }, (_, index) => index);
    expect(schemaFailures({ long }, { properties: { long: { uniqueItems: true } } })).toEqual([
      { path: '', message: 'A list has more than 2000 entries, too many to compare.' },
    ]);
  });

  test('more failures than anybody reads: the check ends at the hundredth', () => {
    const many = Array.from({ length: 2_000_000 }, () => 'x');
    expect(schemaFailures(many, { items: { type: 'number' } })).toHaveLength(100);
    expect(schemaFailures({ many }, { additionalProperties: { items: false } })).toHaveLength(100);
  });

  test('a hundred alternatives that each fail for every entry, which took gigabytes', () => {
    const entries = Array.from({ length: 50_000 }, (_, id) => ({ id, name: 'arm' }));
    const branches = (of: (index: number) => object) => Array.from({ length: 100 }, (_, index) => of(index));
    const lists = branches((index) => ({ type: 'array', items: { required: [`f${index}`] } }));
    expect(schemaFailures(entries, { anyOf: lists })).toEqual([
      { path: '', message: 'It must fit one of the alternatives.' },
    ]);
    const items = { anyOf: branches((index) => ({ required: [`f${index}`], properties: { id: false } })) };
    expect(schemaFailures(entries, { items })).toHaveLength(100);
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

test('many parts below a long name are compiled without writing each address down', async () => {
  // Writing them took half a minute and 900 MB for 900 parts; without, it is milliseconds.
  await expectLinear(
    450,
    (count) => ({ properties: { ['~'.repeat(count * 500)]: properties(count, () => ({})) } }),
    compileSchema,
  );
});

test.each([
  ['#', true],
  ['#/properties/a', true],
  ['#/properties/a~1b/items/0', true],
  ['#/properties', false],
  ['#/properties/a~1b/items', false],
  ['#/$defs/x/anyOf/1/not', true],
  ['#/$defs/x/anyOf/2', false],
  ['#/$defs/constructor', false],
  ['#/$defs/x/enum/0', false],
  ['#properties/a', false],
])('whether %s refers to a part that is a schema: %s', (reference, isThere) => {
  const schema = {
    properties: { a: true, 'a/b': { items: [{}] } },
    $defs: { x: { anyOf: [{}, { not: {} }], enum: [{}] } },
    allOf: [{ $ref: reference }],
  };
  if (isThere) expect(() => compileSchema(schema)).not.toThrow();
  else expect(() => compileSchema(schema)).toThrow(SchemaProblem);
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

test('patterns that are too large together are refused with how much a schema may have', () => {
  const repetitions = properties(2, (name) => ({ pattern: `^${name}(a|b){1,900}$` }));
  expect(() => compileSchema(repetitions)).toThrow(/ at most 10,000 instructions in total$/);
});
