import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CALLS = 200;
/** Characters that a call sends, all of which must be gone after its response. */
const PADDING = 100_000;
/** Bytes: a tenth of what all calls of a case send. */
const MOST_KEPT = 2_000_000;
/** Prisma keeps its last hundred transactions, and each of them the async context that it began in. */
const MOST_CONTEXTS = 110;

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  const calls = { perClient: 1_000_000, perAccount: 1_000_000 };
  server = await openTestServer({ calls });
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

/** Represents the request that a server in front keeps in the async context of a call. */
const contexts = new AsyncLocalStorage<object>();

/** Memory of calls that is kept after their responses: bytes, and async contexts, each of which is a whole request. */
async function keptOf(send: (index: number) => Promise<unknown>) {
  const run = async (count: number) => {
    const alive: WeakRef<object>[] = [];
    for (let index = 0; index < count; index += 1) {
      const context = { index };
      alive.push(new WeakRef(context));
      await contexts.run(context, () => send(index));
    }
    // A weak reference is read as long as it may be within the turn that made it.
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    const { heapUsed, external } = process.memoryUsage();
    return { bytes: heapUsed + external, contexts: alive.filter((context) => context.deref()).length };
  };
  const before = await run(CALLS / 3);
  const after = await run(CALLS);
  return { bytes: after.bytes - before.bytes, contexts: after.contexts };
}

async function expectNothingKept(send: (index: number) => Promise<unknown>) {
  const kept = await keptOf(send);
  expect(kept.bytes).toBeLessThan(MOST_KEPT);
  expect(kept.contexts).toBeLessThan(MOST_CONTEXTS);
}

const padding = ' '.repeat(PADDING);
const signIn =
  'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }';

let strangers = 0;
const newEmail = () => {
  strangers += 1;
  return `person-${strangers}-of-the-flood@acme.example`;
};
const newAddress = () => {
  strangers += 1;
  return `198.18.${100 + (strangers >> 7)}.${100 + (strangers & 127)}`;
};

test.each<[string, (index: number) => Promise<unknown>]>([
  ['calls from ever new addresses', () => server.call({ query: '{ me { id } }', address: newAddress() })],
  ['documents that are too long', (index) => server.call({ query: `{ me { id } } # ${index}${padding}` })],
  ['documents that cannot be read', (index) => server.call({ query: `{ ${'a '.repeat(1_000)}${index}` })],
  ['large variables', (index) => server.call({ query: '{ me { id } }', variables: { a: padding, index } })],
  [
    'failed sign-ins with ever new email addresses, padded',
    (index) =>
      server.call({
        query: signIn,
        variables: { email: padding + newEmail(), password: `x${index}` },
        address: newAddress(),
      }),
  ],
  [
    'failed sign-ins of one person, padded',
    () => server.call({ query: signIn, variables: { email: `${padding}dev@acme.example`, password: 'x' } }),
  ],
  [
    'sign-ins of one person',
    () =>
      server.call({
        query: signIn,
        variables: { email: world.users.developer.email, password: PASSWORD },
        address: newAddress(),
      }),
  ],
  [
    'ever new tokens',
    (index) => server.call({ query: '{ me { id } }', token: `${index}${'x'.repeat(8_000)}` }),
  ],
])('nothing is kept of %s', (_of, send) => expectNothingKept(send));

test('ever new documents are kept within a bound of bytes', async () => {
  const send = async (index: number) => {
    for (let part = 0; part < 3; part += 1)
      await server.call({ query: `{ me { id } } # ${index} ${part} \u0142${'x'.repeat(32_000)}` });
  };
  // First as many as are kept, and more.
  for (let index = 0; index < CALLS; index += 1) await send(-index - 1);
  await expectNothingKept(send);
});

test('nothing is kept of calls by one key that are refused, with whatever they carry', async () => {
  const { rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const query = 'query ($id: ID!) { listUsers(accountId: $id) { id } }';
  const send = (index: number) =>
    server.call({ query, variables: { id: world.acme.id, padding, index }, token: rawKey });
  await expectNothingKept(send);
});

test('nothing is kept of a session’s calls, with whatever they carry', async () => {
  const token = await sessionToken(server.context, world.users.admin);
  const query = 'query ($search: String) { listUsers(accountId: "x", search: $search) { id } }';
  const send = (index: number) => server.call({ query, variables: { search: `${index}${padding}` }, token });
  await expectNothingKept(send);
});
