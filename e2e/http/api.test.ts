import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { version } from '@/lib/config/releases';
import { postJson, requestToken } from './call-api';

// The handler's own tests are next to it; these cover what only the built and served site can show.

test('the built API reports a faulty document as the caller’s fault, not as its own', async () => {
  for (const query of ['{', '', '{ me { pasword } }', 'query ($id: ID!) { getAccount(id: $id) { id } }']) {
    const { errors } = await (await postJson('/api/graphql', { query })).json();
    expect(errors[0].extensions.code, query).toBe('BAD_USER_INPUT');
  }
});

test('malformed JSON is 400, over the size 413, another method 405', async () => {
  const headers = { 'content-type': 'application/json' };
  const malformed = await fetchSite('/api/graphql', { method: 'POST', headers, body: '{"query":' });
  expect(malformed.status).toBe(400);
  const large = await postJson('/api/graphql', { query: '{ me { id } }', padding: 'x'.repeat(300_000) });
  expect(large.status).toBe(413);
  expect((await fetchSite('/api/graphql')).status).toBe(405);
});

test('a request posted to the root reaches the same handler, from another origin too', async () => {
  const token = await requestToken('dev@acme.test');
  const response = await postJson('/', { query: '{ me { email } }' }, { authorization: `Bearer ${token}` });
  expect(await response.json()).toEqual({ data: { me: { email: 'dev@acme.test' } } });
  const preflight = await fetchSite('/', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});

test('a key in another header is refused, and the message names the right one', async () => {
  const query = { query: '{ myApiKeys { id } }' };
  const { errors } = await (await postJson('/api/graphql', query, { 'x-api-key': 'sy_live_1' })).json();
  expect(errors[0]).toMatchObject({
    message: 'The header x-api-key isn\'t read. Send the key as "Authorization: Bearer KEY".',
    extensions: { code: 'UNAUTHENTICATED' },
  });
});

test("a caller can't choose the address that the sign-in limit goes by", async () => {
  const email = `nobody-${Date.now()}@example.test`;
  const query = 'mutation ($email: String!) { signIn(email: $email, password: "wrong password") { token } }';
  const codes: string[] = [];
  for (let i = 0; i < 11; i += 1) {
    const forwarded = { 'x-forwarded-for': `203.0.113.${i}` };
    const response = await postJson('/api/graphql', { query, variables: { email } }, forwarded);
    codes.push((await response.json()).errors[0].extensions.code);
  }
  expect(codes).toEqual([...Array(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
});

test('the server is live and ready, and keeps its metrics from who has no token', async () => {
  const live = await fetchSite('/api/health');
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok', version }]);
  const ready = await fetchSite('/api/health/ready');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', database: 'SQLite', version }]);
  expect([401, 404]).toContain((await fetchSite('/api/metrics')).status);
});
