import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const SIGN_IN = `mutation ($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { token expires_at user { id email role account_id } }
}`;
const attempt = (email: string, password: string, address?: string) => ({
  query: SIGN_IN,
  variables: { email, password },
  ...(address && { address }),
});
const wrong = { code: 'UNAUTHENTICATED', message: 'Wrong email address or password.' } as const;

test('signing in gives a token that speaks for the person for 30 days', async () => {
  const { data } = await server.call<{ signIn: { token: string; expires_at: string } }>({
    query: SIGN_IN,
    variables: { email: 'Dev@Acme.example ', password: PASSWORD },
  });
  const token = data?.signIn.token;
  expect(Number(data?.signIn.expires_at) - server.context.now().getTime()).toBe(30 * 86_400_000);
  const me = await server.call({ query: '{ me { id email } }', token });
  expect(me.data).toEqual({ me: { id: world.users.developer.id, email: 'dev@acme.example' } });
});

test.each(['ADMIN@ACME.EXAMPLE', '  admin@acme.example\t', 'Admin@Acme.Example'])(
  'an address signs in whatever its case and the spaces around it: %j',
  async (email) => {
    const data = await expectData<{ signIn: { user: { id: string } } }>(server, attempt(email, PASSWORD));
    expect(data.signIn.user.id).toBe(world.users.admin.id);
  },
);

test('a password counts exactly: neither case nor spaces around it are forgiven', async () => {
  for (const password of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `]) {
    await expectRefusal(server, attempt('colleague@acme.example', password), wrong);
  }
});

test('a wrong password, an unknown address and a disabled user get the same error, word for word', async () => {
  await expectRefusal(server, attempt('dev@acme.example', 'wrong password'), wrong);
  await expectRefusal(server, attempt('nobody@acme.example', PASSWORD), wrong);
  await expectRefusal(server, attempt('disabled@acme.example', PASSWORD), wrong);
  const responses = await Promise.all([
    server.call(attempt('dev@acme.example', 'wrong password')),
    server.call(attempt('nobody@acme.example', PASSWORD)),
    server.call(attempt('disabled@acme.example', PASSWORD)),
  ]);
  const bodies = responses.map(({ status, data, errors }) => JSON.stringify({ status, data, errors }));
  expect(new Set(bodies).size).toBe(1);
});

test('an empty address or password, or one too long, is BAD_USER_INPUT with the field named', async () => {
  const cases = [
    ['', PASSWORD, 'email', 'Enter your email address.'],
    ['a'.repeat(255), PASSWORD, 'email', 'An email address has at most 254 characters.'],
    ['dev@acme.example', '', 'password', 'Enter your password.'],
    ['dev@acme.example', 'p'.repeat(257), 'password', 'A password has at most 256 characters.'],
  ] as const;
  for (const [email, password, field, message] of cases) {
    await expectRefusal(server, attempt(email, password), {
      code: 'BAD_USER_INPUT',
      message,
      fields: { [field]: message },
    });
  }
});

test('of 30 wrong attempts at once just 10 are tried; then even the right password waits', async () => {
  const burst = Array.from({ length: 30 }, () =>
    server.call(attempt('second@acme.example', 'wrong password', '10.0.0.1')),
  );
  const codes = (await Promise.all(burst)).map(({ errors }) => errors[0]?.extensions.code);
  expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(10);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(20);

  const before = await storedRows(server.context);
  const { errors } = await server.call(attempt(' Second@ACME.example', PASSWORD, '10.0.0.1'));
  expect(errors[0]?.extensions.code).toBe('RATE_LIMITED');
  expect(errors[0]?.message).toBe('Too many attempts. Try again in 15 minutes.');
  expect(errors[0]?.extensions.retryAfter).toBeGreaterThan(14 * 60);
  expect(errors[0]?.extensions.retryAfter).toBeLessThanOrEqual(15 * 60);
  expect(await storedRows(server.context)).toEqual(before);

  await expectData(server, attempt('second@acme.example', PASSWORD, '10.0.0.2'));
  await expectData(server, attempt('admin@acme.example', PASSWORD, '10.0.0.1'));
});

test('an unknown address is limited like a known one, so that the limit reveals nothing', async () => {
  const burst = Array.from({ length: 12 }, () =>
    server.call(attempt('ghost@acme.example', 'wrong password', '10.0.0.3')),
  );
  const codes = (await Promise.all(burst)).map(({ errors }) => errors[0]?.extensions.code);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
});
