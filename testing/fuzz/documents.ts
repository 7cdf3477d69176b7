import fc from 'fast-check';
import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { type FuzzCall, fieldPlan, printPlan } from './field-plan';
import { hostileText } from './hostile-values';

const DEPTH = 4;

/** Operations that hash a password, which takes thirty milliseconds: called seldom, so that many inputs can be tried. */
const seldom = new Set(['signIn', 'createUser', 'updateMyProfile', 'resetUserPassword']);

/** Calls of one to three operations, made from the schema. */
export function documents(schema: GraphQLSchema): fc.Arbitrary<FuzzCall> {
  const of = (operation: 'query' | 'mutation', type: GraphQLObjectType | null | undefined) => {
    if (!type) return [];
    const fields = Object.values(type.getFields()).map((field) => ({
      weight: seldom.has(field.name) ? 1 : 12,
      arbitrary: fieldPlan(type, field, DEPTH),
    }));
    const plans = fc.oneof(
      { weight: 5, arbitrary: fc.tuple(fc.oneof(...fields)) },
      { weight: 1, arbitrary: fc.array(fc.oneof(...fields), { minLength: 2, maxLength: 3 }) },
    );
    return [plans.map((plan) => printPlan(operation, plan))];
  };
  return fc.oneof(...of('query', schema.getQueryType()), ...of('mutation', schema.getMutationType()));
}

/** Documents whose text has something added or removed. */
export function damaged(calls: fc.Arbitrary<FuzzCall>): fc.Arbitrary<FuzzCall> {
  return fc
    .tuple(
      calls,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(20),
      fc.oneof(hostileText, fc.constantFrom('{', '}', '...', '$', '#', '"""')),
    )
    .map(([{ query, variables }, where, removed, text]) => {
      const at = Math.floor(where * query.length);
      return { query: query.slice(0, at) + text + query.slice(at + removed), variables };
    });
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const counts = fc.constantFrom(1, 5, 20, 24, 30, 31, 200, 3_000);

const stats = '(userId: "@own.user@")';

/** Documents with a costly shape: deep, wide, circular, about the schema itself. */
export const costly: fc.Arbitrary<FuzzCall> = fc
  .oneof(
    counts.map(
      (count) => `{ userDashboardStats${stats} ${'{ previous '.repeat(count)}{ from }${' }'.repeat(count)} }`,
    ),
    counts.map((count) => `{ ${times(count, (index) => `a${index}: userDashboardStats${stats} { from }`)} }`),
    counts.map((count) => `{ me { ${times(count, () => 'id')} } }`),
    counts.map((count) => `{ me ${times(count, () => '@include(if: true)')} { id } }`),
    counts.map(
      (count) => `{ __schema { types ${'{ fields { type '.repeat(count)}{ name }${' } }'.repeat(count)} } }`,
    ),
    counts.map((count) => `{ ${times(count, (index) => `a${index}: __schema { types { name } }`)} }`),
    counts.map(
      (count) => `{ __schema { ${times(count, (index) => `a${index}: types { fields { name } }`)} } }`,
    ),
    fc
      .constantFrom('getAllAuditLogs', 'listUsers(accountId: "@own.account@")', 'myApiKeys')
      .chain((list) =>
        counts.map((count) => `{ ${times(count, (index) => `a${index}: ${list} { id user_id: id }`)} }`),
      ),
    counts.map(
      (count) =>
        `{ ...F0 } ${times(count, (index) => `fragment F${index} on Query { ...F${(index + 1) % count} }`)}`,
    ),
    // Below the depth limit and above it, with a field that most callers are refused.
    fc
      .constantFrom(9, 30)
      .map(
        (count) =>
          `{ me { id } users: listUsers(accountId: "@own.account@") { id } ...F0 } ${times(count, (index) => `fragment F${index} on Query { ${`...F${index + 1} `.repeat(5)}}`)} fragment F${count} on Query { me { id } }`,
      ),
    counts.map((count) => `query (${times(count, (index) => `$v${index}: ID = "${index}"`)}) { me { id } }`),
    counts.map((count) => `${times(count, (index) => `query Q${index} { me { id } }`)}`),
    counts.map((count) => `{ getAllAuditLogs(action: ${'['.repeat(count)}1${']'.repeat(count)}) { id } }`),
    counts.map((count) => '{'.repeat(count)),
    counts.map((count) => `{ me { id } } #${'#'.repeat(count * 50)}`),
    fc.constantFrom(30_000, 255_000).map((length) => `{ me { id } } # \u0142${'#'.repeat(length)}`),
  )
  .map((query) => ({ query, variables: {} }));
