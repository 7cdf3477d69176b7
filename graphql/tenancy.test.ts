import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '@/graphql/schema';
import { newId } from '@/lib/server/ids';
import { type CallerKind, callers } from '@/testing/callers';
import { type ChangeLog, openChangeLog } from '@/testing/change-log';
import { type Operation, operations } from '@/testing/operations';
import { type IdSlot, idSlots } from '@/testing/tenancy/id-slots';
import { fullSelectionDocument, probeDocument } from '@/testing/tenancy/probe-document';
import {
  idsIn,
  idsOfAccount,
  type RecordIds,
  type Side,
  tokensOf,
  twoAccounts,
} from '@/testing/tenancy/two-accounts';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { watchStatements } from '@/testing/watch-statements';

let server: TestServer;
let sideOf: (caller: CallerKind) => Side;
let tokens: Map<CallerKind, string | undefined>;
let changes: ChangeLog;
const statements = watchStatements();
beforeAll(async () => {
  server = await openTestServer();
  sideOf = await twoAccounts(server.context);
  // A job's later writes would pass for another call's, so no job leaves its queue.
  if (server.context.workflows) server.context.workflows.worker.stopTaking();
  tokens = await tokensOf(server.context, sideOf, (token) => server.call({ query: '{ me { id } }', token }));
  changes = await openChangeLog(server.context);
}, 60_000);
afterAll(async () => {
  statements.end();
  await server.close();
});

/** The legal call of an operation that tests fail without (graphql/permissions.test.ts). */
function legalCall(name: string): Operation {
  const operation = operations[name];
  if (!operation) throw new Error(`${name} is missing from testing/operations.ts`);
  return operation;
}

/**
 * Sends a call with an id in the slot.
 * @returns all that a caller could learn: the response without the id itself, and its time, as the statements that ran
 */
async function probe(query: string, variables: object, caller: CallerKind, id: string | null) {
  const token = tokens.get(caller);
  statements.take();
  const response = await server.post(
    JSON.stringify({ query, variables: { ...variables, probe: id } }),
    token ? { authorization: `Bearer ${token}` } : {},
  );
  const { 'x-request-id': requestId = '', ...headers } = Object.fromEntries(response.headers);
  const text = (await response.text()).replaceAll(requestId, 'REQUEST');
  return {
    status: response.status,
    headers,
    text: id ? text.replaceAll(id, 'ID') : text,
    statements: statements.take(),
  };
}

const kindsOf = (ids: RecordIds) => Object.entries(ids) as [keyof RecordIds, string][];
const slots = idSlots(schema).map((slot) => [`${slot.operation}(${slot.path.join('.')})`, slot] as const);

test('the places that take an id are found in the schema, within inputs too', () => {
  const names = slots.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'getInvoice(id)',
      'listUsers(accountId)',
      'getAllAuditLogs(after)',
      'createAPIKey(userId)',
      'updateAccount(updates.account_plan_id)',
    ]),
  );
});

describe.each(slots)('%s', (_name, slot: IdSlot) => {
  const operation = legalCall(slot.operation);
  const query = probeDocument(operation.query, slot);

  test('records of another account look missing: the same bytes and statements, no row changed', async () => {
    const variables = new Map<object, object>();
    for (const caller of tokens.keys()) {
      const { world, foreign } = sideOf(caller);
      const legal = variables.get(world) ?? (await operation.prepare?.(server.context, world)) ?? {};
      variables.set(world, legal);
      await changes.take();
      const none = await probe(query, legal, caller, newId(server.context, 'user'));
      // If only the token was looked up, one kind shows what all would.
      const kinds = none.statements.length < 2 ? kindsOf(foreign).slice(0, 1) : kindsOf(foreign);
      for (const [kind, id] of kinds) {
        const real = await probe(query, legal, caller, id);
        expect(real, `${caller}, ${kind}`).toEqual(none);
      }
      expect(await changes.take(), caller).toEqual([]);
    }
  });
});

test.each(slots)('%s fails the same way for every missing id, whatever its prefix', async (_name, slot) => {
  const operation = legalCall(slot.operation);
  const query = probeDocument(operation.query, slot);
  const { world, own } = sideOf('admin');
  const legal = (await operation.prepare?.(server.context, world)) ?? {};
  const none = await probe(query, legal, 'admin', 'none');
  for (const [kind] of kindsOf(own)) {
    expect(await probe(query, legal, 'admin', newId(server.context, kind)), kind).toEqual(none);
  }
});

/** A token for calls that may end it. */
const newToken = (caller: CallerKind) =>
  callers[caller](server.context, sideOf(caller === "another account's admin" ? 'admin' : caller).world);

/** Callers who are let in somewhere, of both accounts. */
const lettingIn = [
  'developer',
  'admin',
  "developer's key: read",
  "developer's key: write",
  "admin's key: read, admin",
  "admin's key: write, admin",
  "another account's admin",
] as const satisfies CallerKind[];

// Signing in returns the user who signs in, for every caller.
const { signIn: _, ...answering } = operations;

test.each(Object.entries(answering))(
  '%s returns only what belongs to the account of its caller',
  async (_name, operation) => {
    for (const caller of lettingIn) {
      const { world } = sideOf(caller);
      const variables = (await operation.prepare?.(server.context, world)) ?? {};
      const query = fullSelectionDocument(schema, operation.query);
      const { data } = await server.call({ query, variables, token: await newToken(caller) });
      const text = JSON.stringify(data);
      const own = await idsOfAccount(server.context, world.acme.id);
      expect(
        idsIn(text).filter((id) => !own.has(id)),
        caller,
      ).toEqual([]);
      for (const { email } of Object.values(world.strangers)) expect(text, caller).not.toContain(email);
    }
  },
);

test.each(slots)('%s takes null, nothing and an id of another kind without a fault', async (_name, slot) => {
  const operation = legalCall(slot.operation);
  const query = probeDocument(operation.query, slot);
  const nullable = query.replace('$probe: ID!', '$probe: ID');
  const { world, own } = sideOf('admin');
  const legal = (await operation.prepare?.(server.context, world)) ?? {};
  const none = await probe(query, legal, 'admin', newId(server.context, 'user'));
  const found: string[] = [];
  for (const [kind, id] of [['null', null], ['nothing', ''], ...kindsOf(own)] as const) {
    const answer = await probe(slot.optional ? nullable : query, legal, 'admin', id);
    expect(answer.text, kind).not.toContain('"INTERNAL"');
    expect(answer.status, kind).toBeLessThan(500);
    if (id && answer.text !== none.text) found.push(kind);
  }
  // The kind that belongs there, and for a write perhaps not even that: the record may be in no state for it.
  expect(found.length, found.join()).toBeLessThan(2);
});
