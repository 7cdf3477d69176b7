import { getArgumentValues, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphqlContext } from '@/graphql/context';
import { schema } from '@/graphql/schema';
import type { Access } from '@/lib/config/access';
import { authenticate } from '@/lib/server/auth/authenticate';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { Viewer } from '@/lib/server/auth/viewer';
import { AppError } from '@/lib/server/errors';
import { type CallerKind, callers } from '@/testing/callers';
import { type Operation, operations } from '@/testing/operations';
import { storedRows, withoutRefusals } from '@/testing/stored-rows';
import { onlyField } from '@/testing/tenancy/probe-document';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

type Outcome = 'OK' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND';

const nobody: CallerKind[] = [
  'anonymous',
  'unknown token',
  'disabled user',
  'expired session',
  'revoked key',
  'expired key',
];

const known = (Object.keys(callers) as CallerKind[]).filter((caller) => !nobody.includes(caller));

/** Who is let in by each access, written out: not computed by the code under test. */
const admitted: Record<Access, CallerKind[]> = {
  session: ['developer', 'read-only developer', 'admin', "another account's admin"],
  read: [
    'developer',
    'read-only developer',
    'admin',
    "another account's admin",
    "developer's key: read",
    "developer's key: read, write",
    "admin's key: read, write",
    "admin's key: read, admin",
  ],
  write: [
    'developer',
    'admin',
    "another account's admin",
    "developer's key: write",
    "developer's key: read, write",
    "admin's key: read, write",
    "admin's key: write, admin",
  ],
  'write:session': ['developer', 'admin', "another account's admin"],
  'admin:read': ['admin', "another account's admin", "admin's key: read, admin"],
  'admin:write': ['admin', "another account's admin", "admin's key: write, admin"],
  'admin:session': ['admin', "another account's admin"],
};

/** Callers let in who may see the developer's own records: the developer, and who acts as an admin of Acme. */
function owns(name: string, caller: CallerKind): boolean {
  if (caller === "another account's admin") return false;
  // Only the user themself.
  if (name === 'endSession') return caller === 'developer';
  if (name === 'getAccount') return true;
  return !['read-only developer', "admin's key: read, write"].includes(caller);
}

function expected(name: string, { access, names }: Operation, caller: CallerKind): Outcome {
  if (
    name === 'me' &&
    ["developer's key: write", "admin's key: admin", "admin's key: write, admin"].includes(caller)
  ) {
    return 'FORBIDDEN';
  }
  if (access === 'anyone') return 'OK';
  if (nobody.includes(caller)) return 'UNAUTHENTICATED';
  if (!admitted[access].includes(caller)) return 'FORBIDDEN';
  // The key it names is the developer's: a key rotates only itself.
  if (name === 'rotateAPIKey' && caller.includes('key:')) return 'FORBIDDEN';
  return names && !owns(name, caller) ? 'NOT_FOUND' : 'OK';
}

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
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
  const cases = (Object.keys(callers) as CallerKind[]).map(
    (caller) => [caller, expected(name, operation, caller)] as const,
  );

  test.each(cases)('%s: %s', async (caller, outcome) => {
    const variables = await operation.prepare?.(server.context, world);
    const token = await callers[caller](server.context, world);
    const before = await storedRows(server.context);
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
    expect(withoutRefusals(await storedRows(server.context))).toEqual(withoutRefusals(before));
  });
});

/** Calls the rule behind a field, past what the field declares. */
async function outcomeOfRule(name: string, operation: Operation, viewer: Viewer): Promise<string> {
  const field = rootFields[name];
  if (!field) throw new Error(`The schema has no ${name}.`);
  const { resolve } = field.extensions.pothosOptions as {
    resolve(root: undefined, args: object, ctx: GraphqlContext): unknown;
  };
  const variables = await operation.prepare?.(server.context, world);
  const args = getArgumentValues(field, onlyField(parse(operation.query)).field, variables);
  const client = { address: '127.0.0.1', userAgent: null };
  try {
    await resolve(undefined, args, { ...server.context, viewer, client, signInLimiter: new SignInLimiter() });
    return 'OK';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test.each(Object.entries(operations))(
  '%s: the rule by itself refuses exactly the callers that the field refuses',
  async (name, operation) => {
    for (const caller of known) {
      const token = (await callers[caller](server.context, world)) ?? '';
      const viewer = await authenticate(server.context, token);
      if (!viewer) throw new Error(`The token of ${caller} does not work.`);
      expect(await outcomeOfRule(name, operation, viewer), caller).toBe(expected(name, operation, caller));
    }
  },
);

const withId = Object.entries(operations).filter(([, { names }]) => names);

test.each(withId)("%s answers for another account's record exactly as for none", async (name, operation) => {
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
