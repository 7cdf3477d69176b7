import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { schema } from '@/graphql/schema';
import type * as viewers from '@/lib/server/auth/viewer';
import { callRule, viewerOf } from '@/testing/call-rule';
import { expectedOutcome, knownCallers } from '@/testing/expected-outcome';
import { type Operation, operations, variants } from '@/testing/operations';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

// Skips every rule's first check, of the state when the call arrived. The other check is inside the transaction.
vi.mock('@/lib/server/auth/viewer', async (original) => ({
  ...(await original<typeof viewers>()),
  authorize: () => undefined,
}));

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

/** Mutations whose transaction doesn't ask again who calls, and why that is enough. */
const withoutSecondCheck: Record<string, string> = {
  signIn: 'Its caller has proven nothing yet but a password, which the transaction reads.',
  signOut:
    'It deletes the session of the token that made the call. If that has ended, nothing is left to delete.',
};

const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
const asking = Object.entries({ ...operations, ...variants }).filter(
  ([name, { query }]) => query.startsWith('mutation') && !(name in withoutSecondCheck),
);

test('every mutation is tried here, or listed with a reason', () => {
  const tried = asking.map(([name]) => name).filter((name) => !(name in variants));
  expect([...tried, ...Object.keys(withoutSecondCheck)].sort()).toEqual(mutations.sort());
});

const outcomes = async (name: string, operation: Operation) => {
  const found: Record<string, string> = {};
  for (const caller of knownCallers) {
    const viewer = await viewerOf(server.context, world, caller);
    const variables = await operation.prepare?.(server.context, world);
    found[caller] = await callRule(server.context, operation, variables, viewer);
  }
  const expected = knownCallers.map((caller) => [caller, expectedOutcome(name, operation, caller)]);
  return { found, expected: Object.fromEntries(expected) };
};

test.each(asking)(
  '%s: the transaction refuses exactly the callers that the field refuses',
  async (...call) => {
    const { found, expected } = await outcomes(...call);
    expect(found).toEqual(expected);
  },
);

test('signOut ends only the session of the call, for every caller', async () => {
  const { signOut } = operations;
  if (!signOut) throw new Error('There is no signOut.');
  for (const caller of knownCallers) {
    const viewer = await viewerOf(server.context, world, caller);
    const ids = async () => (await server.context.db.prisma.session.findMany()).map(({ id }) => id);
    const before = await ids();
    await callRule(server.context, signOut, {}, viewer);
    expect(await ids(), caller).toEqual(before.filter((id) => id !== viewer.credentialId));
  }
});
