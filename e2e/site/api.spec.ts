import { expect, requestToken, test } from '@/e2e/fixtures';

// The handler's own tests are next to it; these cover what only the built and served site can show.

test('the built API answers a faulty document as the caller’s fault, not as its own', async ({ request }) => {
  for (const query of ['{', '', '{ me { pasword } }', 'query ($id: ID!) { getAccount(id: $id) { id } }']) {
    const { errors } = await (await request.post('/api/graphql', { data: { query } })).json();
    expect(errors[0].extensions.code, query).toBe('BAD_USER_INPUT');
  }
});

test('malformed JSON is 400, over the size 413, another method 405', async ({ request }) => {
  const headers = { 'content-type': 'application/json' };
  const malformed = await request.post('/api/graphql', { headers, data: Buffer.from('{"query":') });
  expect(malformed.status()).toBe(400);
  const large = await request.post('/api/graphql', {
    data: { query: '{ me { id } }', padding: 'x'.repeat(300_000) },
  });
  expect(large.status()).toBe(413);
  expect((await request.get('/api/graphql')).status()).toBe(405);
});

test('a request posted to the root reaches the same handler, from another origin too', async ({
  page,
  request,
}) => {
  const token = await requestToken(page, 'dev@acme.test');
  const answer = await request.post('/', {
    headers: { authorization: `Bearer ${token}` },
    data: { query: '{ me { email } }' },
  });
  expect(await answer.json()).toEqual({ data: { me: { email: 'dev@acme.test' } } });
  const preflight = await request.fetch('/', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status()).toBe(204);
  expect(preflight.headers()['access-control-allow-origin']).toBe('*');
});

test('a caller cannot choose the address that the sign-in limit goes by', async ({ request }) => {
  const email = `nobody-${Date.now()}@example.test`;
  const query = 'mutation ($email: String!) { signIn(email: $email, password: "wrong password") { token } }';
  const codes: string[] = [];
  for (let i = 0; i < 11; i += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    const answer = await request.post('/api/graphql', { headers, data: { query, variables: { email } } });
    codes.push((await answer.json()).errors[0].extensions.code);
  }
  expect(codes).toEqual([...Array(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
});

test('the server is live and ready, and keeps its metrics from who has no token', async ({ request }) => {
  const live = await request.get('/api/health');
  expect([live.status(), await live.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await request.get('/api/health/ready');
  expect([ready.status(), await ready.json()]).toEqual([200, { status: 'ready' }]);
  expect([401, 404]).toContain((await request.get('/api/metrics')).status());
});
