import { getIntrospectionQuery, getNullableType, isListType, isObjectType, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { documentCost } from '@/graphql/document-cost';
import { schema } from '@/graphql/schema';
import { limits, workflowLimits } from '@/lib/config/limits';

const { values } = limits.graphql;

const refusals = (query: string) =>
  validate(schema, parse(query), [documentCost]).map(({ message }) => message);

/** How many values a document could return, read from its refusal together with lists over the limit. */
function costOf(fields: string): number {
  const [message = ''] = refusals(
    `{ ${Array.from({ length: 100 }, (_, index) => `b${index}: listUsers { id }`).join(' ')} ${fields} }`,
  );
  return Number(/return (\d+) values/.exec(message)?.[1]) - 200_000;
}

const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

test('requested values are counted: fields, objects, rows times what each of them holds, and rows that are only read', () => {
  expect(costOf('me { id }')).toBe(2);
  expect(costOf('me { id scopes { read write } }')).toBe(5);
  expect(costOf('getAllAuditLogs(limit: 20) { id action }')).toBe(60);
  expect(costOf('getAllAuditLogs { id }')).toBe(2 * limits.list.max);
  expect(costOf('getAllAuditLogs(limit: 1000000) { id }')).toBe(2 * limits.list.max);
  expect(costOf('getAllAuditLogs(limit: -5) { id }')).toBe(2);
  expect(costOf('mySessions { id }')).toBe(2 * limits.session.listed);
  expect(costOf('listInvoices(limit: 10) { lines { description } }')).toBe(
    10 * (1 + 2 * limits.invoice.lines),
  );
  expect(costOf('getAllAuditLogs(limit: 10) { id metadata }')).toBe(10 * (2 + limits.graphql.valuesOfJson));
  expect(costOf('listJobs(limit: 10) { result }')).toBe(
    10 * (1 + limits.graphql.valuesOfJson + workflowLimits.steps),
  );
  expect(costOf('getInvoice { bill_to { ... on BillingDetails { city } } }')).toBe(3);
  expect(costOf('aField { ofNothing }')).toBe(0);
});

test('aliases and fragments count like the fields they contain, however they are nested', () => {
  expect(costOf(aliased(10, 'me { id }'))).toBe(20);
  expect(costOf('... on Query { me { id } }')).toBe(2);
  const query = `{ ...A ...A } fragment A on Query { ${aliased(13, 'listUsers { ...B }')} } fragment B on User { id email }`;
  expect(refusals(query)).toEqual([expect.stringContaining(`return ${2 * 13 * 3_000} values`)]);
  expect(refusals('{ ...A } fragment A on Query { ...A me { id } }')).toEqual([]);
});

test('a limit that is a variable counts as the most there can be', () => {
  const query = `query ($limit: Int) { ${aliased(30, 'listUsers(limit: $limit) { id email }')} }`;
  expect(refusals(query)).toEqual([
    `This document could return 90000 values, and the limit is ${values}. Write a smaller \`limit\` in it, or send several requests.`,
  ]);
  expect(refusals(query.replaceAll('$limit)', '20)'))).toEqual([]);
});

test("each operation of a document is judged by itself, and a tool's whole introspection is within the limit", () => {
  expect(refusals(getIntrospectionQuery())).toEqual([]);
  expect(
    refusals(
      getIntrospectionQuery({
        inputValueDeprecation: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        oneOf: true,
      }),
    ),
  ).toEqual([]);
  const large = aliased(9, 'getAllAuditLogs { id action user_id created_at }');
  expect(refusals(`query A { ${large} } query B { ${large} }`)).toEqual([]);
});

test('a document may request the whole schema once, however a second time is disguised', () => {
  const once = 'A document can ask for __schema once. Remove the other selections of it.';
  expect(refusals(`{ ${aliased(2, '__schema { types { name } }')} }`)).toEqual([once]);
  expect(refusals(`{ ${aliased(30, '__schema { types { name } }')} }`)).toEqual([once]);
  expect(
    refusals(
      '{ ...S again: __schema { types { name } } } fragment S on Query { __schema { types { name } } }',
    ),
  ).toEqual([once]);
});

test('introspection that multiplies within itself is refused', () => {
  const more =
    'This document asks for more about the schema than all of it. Send the introspection query of a GraphQL tool.';
  const types = 'types { name fields { args { type { name } } type { ofType { name } } } }';
  expect(refusals(`{ __schema { ${types} } __type(name: "User") { name } }`)).toEqual([]);
  expect(refusals(`{ __schema { ${aliased(30, types)} } }`)).toEqual([more]);
});

test('every list of the schema has a bound: a limit that a caller may lower, or a number of rows', () => {
  const unbounded = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.entries(isObjectType(type) ? type.getFields() : {}))
    .filter(([, { type }]) => isListType(getNullableType(type)))
    .filter(([, { args, extensions }]) => !args.some(({ name }) => name === 'limit') && !extensions.rows);
  expect(unbounded.map(([name]) => name)).toEqual([]);
});
