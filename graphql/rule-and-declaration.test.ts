import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '@/lib/server/auth/viewer';
import { callRule, viewerOf } from '@/testing/call-rule';
import { admitted, expectedOutcome, knownCallers } from '@/testing/expected-outcome';
import { type Operation, operations, variants } from '@/testing/operations';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

// The fields' declarations are compared with the permission matrix in permissions.test.ts; here, what the rules behind
// them ask first. rule-in-transaction.test.ts has what they ask again when they write.

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
// A user has 500 keys at most.
afterEach(() => server.context.db.write((tx) => tx.apiKey.deleteMany()));
afterAll(() => server.close());

/** Whether the rule lets a caller as far as its transaction, which this one doesn't begin. */
async function passesBeforeWriting(operation: Operation, viewer: Viewer): Promise<boolean> {
  const begun = new Error('A transaction begins.');
  const write = () => Promise.reject(begun);
  const context = { ...server.context, db: { ...server.context.db, write } };
  const variables = await operation.prepare?.(server.context, world);
  try {
    return (await callRule(context, operation, variables, viewer)) !== 'FORBIDDEN';
  } catch (error) {
    if (error === begun) return true;
    throw error;
  }
}

const rules = Object.entries({ ...operations, ...variants });

test.each(rules)(
  '%s: the rule by itself refuses exactly the callers that the field refuses',
  async (name, operation) => {
    for (const caller of knownCallers) {
      const viewer = await viewerOf(server.context, world, caller);
      const variables = await operation.prepare?.(server.context, world);
      const outcome = await callRule(server.context, operation, variables, viewer);
      expect(outcome, caller).toBe(expectedOutcome(name, operation, caller));
    }
  },
);

const writing = rules.filter(([, { query }]) => query.startsWith('mutation'));

test.each(writing)('%s refuses a caller before it takes a turn to write', async (_name, operation) => {
  for (const caller of knownCallers) {
    const viewer = await viewerOf(server.context, world, caller);
    const admits = operation.access === 'anyone' || admitted[operation.access].includes(caller);
    expect(await passesBeforeWriting(operation, viewer), caller).toBe(admits);
  }
});
