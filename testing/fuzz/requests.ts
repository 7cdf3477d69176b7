import fc from 'fast-check';
import type { GraphQLSchema } from 'graphql';
import type { CallerKind } from '@/testing/callers';
import { costly, damaged, documents } from './documents';
import { hostileJson, hostileText } from './hostile-values';

/** One hostile input: a request as it is sent, with the names of records instead of ids (input-values.ts). */
export interface FuzzRequest {
  caller: CallerKind;
  headers: Record<string, string>;
  body: string;
  /** How the body's text becomes bytes. */
  encoding: 'utf8' | 'utf16le' | 'latin1';
}

const callerKinds = fc.constantFrom<CallerKind>(
  'anonymous',
  'developer',
  'developer',
  'read-only developer',
  'admin',
  'admin',
  'admin',
  "another account's admin",
  "developer's key: read, write",
  "admin's key: write, admin",
);

const contentTypes = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json;charset="x',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/jsonp',
  'application/graphql-response+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=--',
  'text/html',
  '',
  ';;;',
);

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  contentTypes.map((type) => ({ 'content-type': type })),
  fc.constantFrom('gzip', 'br', 'identity', 'x').map((name) => ({ 'content-encoding': name })),
  fc
    .constantFrom('*/*;q=0', 'text/html', 'multipart/mixed', 'text/event-stream', 'é')
    .map((accept) => ({ accept })),
  fc
    .constantFrom(
      'Bearer',
      'bearer  x',
      'Basic YTpi',
      'Bearer a b',
      `Bearer ${'x'.repeat(20_000)}`,
      'Bearer sy_live_',
      "Bearer ' OR 1=1 --",
    )
    .map((authorization) => ({ authorization })),
  fc.constantFrom('0', '-1', '999999999', 'x').map((length) => ({ 'content-length': length })),
  fc.constantFrom('x'.repeat(5_000), '<b>', '0', '../..').map((id) => ({ 'x-request-id': id })),
  fc
    .constantFrom('127.0.0.1, ::1', 'x'.repeat(3_000), '::ffff:1.2.3.4')
    .map((client) => ({ 'x-forwarded-for': client })),
  fc.constantFrom('x'.repeat(10_000), "'; --").map((agent) => ({ 'user-agent': agent })),
);

/** Hostile inputs of every kind, mostly documents made from the schema. */
export function requests(schema: GraphQLSchema): fc.Arbitrary<FuzzRequest> {
  const calls = documents(schema);
  const some = fc.oneof(
    { weight: 40, arbitrary: calls },
    { weight: 3, arbitrary: damaged(calls) },
    { weight: 1, arbitrary: costly },
  );
  const bodies = fc.oneof(
    { weight: 16, arbitrary: some.map((call) => JSON.stringify(call)) },
    { weight: 2, arbitrary: noCall(some.map((call) => JSON.stringify(call))) },
  );
  return fc.record({
    caller: callerKinds,
    headers: fc.oneof({ weight: 15, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
    body: bodies,
    encoding: fc.oneof(
      { weight: 60, arbitrary: fc.constant('utf8' as const) },
      { weight: 1, arbitrary: fc.constantFrom('utf16le' as const, 'latin1' as const) },
    ),
  });
}

/** Bodies that aren't a GraphQL request, or are an odd one. */
function noCall(bodies: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc
      .tuple(bodies, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([body, part]) => body.slice(0, part * body.length)),
    fc.tuple(bodies, bodies).map(([first, second]) => `${first.slice(0, -1)},${second.slice(1)}`),
    fc.tuple(bodies, bodies).map(([first, second]) => `[${first},${second}]`),
    fc.tuple(bodies, hostileText).map(([body, text]) => body + text),
    bodies.map((body) => `\ufeff${body}`),
    fc
      .tuple(bodies, hostileJson)
      .map(([body, extensions]) => `${body.slice(0, -1)},"extensions":${JSON.stringify(extensions)}}`),
    fc
      .tuple(bodies, hostileJson)
      .map(([body, name]) => `${body.slice(0, -1)},"operationName":${JSON.stringify(name)}}`),
    fc.tuple(hostileJson, hostileJson).map(([query, variables]) => JSON.stringify({ query, variables })),
    hostileJson.map((variables) =>
      JSON.stringify({ query: 'query ($id: ID!) { getUser(id: $id) { id } }', variables }),
    ),
    hostileJson.map((body) => JSON.stringify(body)),
    hostileText,
    fc
      .constantFrom(256, 257, 300)
      .map((size) => `{"query":"{ me { id } }","padding":"${'x'.repeat(size * 1024)}"}`),
    fc
      .constantFrom(1_000, 100_000)
      .map((depth) => `{"query":"{ me { id } }","variables":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`),
    fc.constant(
      '{"query":"{ me { id } }","variables":{"__proto__":{"viewer":1},"constructor":{"prototype":{"admin":true}}}}',
    ),
  );
}
