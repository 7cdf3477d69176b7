import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '@/graphql/schema';
import { type CallerKind, callers } from '@/testing/callers';
import { type ChangeLog, openChangeLog, withoutRefusals } from '@/testing/change-log';
import { expectedOutcome } from '@/testing/expected-outcome';
import { operations } from '@/testing/operations';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let changes: ChangeLog;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  changes = await openChangeLog(server.context);
});
afterAll(() => server.close());

const rootFields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };

test('every operation of the schema is in the permission matrix, and nothing else', () => {
  expect(Object.keys(operations).sort()).toEqual(Object.keys(rootFields).sort());
});

test.each(Object.entries(rootFields))('%s declares who may call it', (name, field) => {
  const access = operations[name]?.access;
  const { authScopes } = field.extensions.pothosOptions as { authScopes?: object };
  expect(authScopes).toEqual(access === 'anyone' ? { anyone: true } : { access });
});

describe.each(Object.entries(operations))('%s', (name, operation) => {
  // Each caller gets a key of its own, and a user can have 500.
  beforeAll(async () => {
    await server.context.db.write((tx) => tx.apiKey.deleteMany());
  });

  const cases = (Object.keys(callers) as CallerKind[]).map(
    (caller) => [caller, expectedOutcome(name, operation, caller)] as const,
  );

  test.each(cases)('%s: %s', async (caller, outcome) => {
    const variables = await operation.prepare?.(server.context, world);
    const token = await callers[caller](server.context, world);
    // An earlier call's work ends first, so that it writes nothing during this one.
    const underWay = () => server.context.db.prisma.job.count({ where: { queueState: 'DISPATCHED' } });
    await expect.poll(underWay, { timeout: 10_000 }).toBe(0);
    await changes.take();
    const { status, data, errors } = await server.call({ query: operation.query, variables, token });
    expect(status).toBe(200);
    if (outcome === 'OK') {
      expect(errors).toEqual([]);
      expect(data).toHaveProperty(name);
      return;
    }
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([outcome]);
    expect(errors[0]?.message).toMatch(/^[A-Z].*\.$/);
    await server.settled();
    expect(withoutRefusals(await changes.take())).toEqual([]);
  });
});

const withId = Object.entries(operations).filter(([, { names }]) => names);

test.each(withId)("%s fails for another account's record exactly as for none", async (name, operation) => {
  const token = await callers["another account's admin"](server.context, world);
  const variables = await operation.prepare?.(server.context, world);
  const real = await server.call({ query: operation.query, variables, token });
  const none = await server.call({
    query: operation.query,
    variables: { ...variables, id: 'xxx_none' },
    token,
  });
  expect(real.errors.length, name).toBe(1);
  expect({ ...real, headers: null }).toEqual({ ...none, headers: null });
});
