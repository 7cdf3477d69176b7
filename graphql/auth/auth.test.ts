import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/lib/testing/test-server';
import { createTestWorld, PASSWORD, type TestWorld } from '@/lib/testing/test-world';

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
