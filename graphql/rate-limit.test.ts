import { afterEach, expect, test, vi } from 'vitest';
import { errorDocs } from '@/lib/config/workflow-errors';
import { expectData } from '@/testing/expect-answer';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken } from '@/testing/test-world';

let server: TestServer | undefined;
afterEach(() => server?.close());

const query = '{ me { id } }';
const open = async (options: Parameters<typeof openTestServer>[0]) => {
  server = await openTestServer(options);
  return { server, world: await createTestWorld(server.context) };
};

test("a client over its calls per minute gets 429 with the seconds to wait, and others don't", async () => {
  const { server } = await open({ calls: { perClient: 5, perAccount: 1_000 } });
  for (let index = 0; index < 5; index += 1)
    expect((await server.call({ query, address: '203.0.113.7' })).status).toBe(200);
  const { status, headers, data, errors } = await server.call({ query, address: '203.0.113.7' });
  const seconds = errors[0]?.extensions.retryAfter;
  expect([status, data]).toEqual([429, null]);
  expect(errors).toEqual([
    {
      message: expect.stringMatching(/^Too many calls\. Try again in \d+ seconds?\.$/),
      extensions: { code: 'RATE_LIMITED', docs: errorDocs('RATE_LIMITED'), retryAfter: seconds },
    },
  ]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(headers.get('retry-after')).toBe(String(seconds));
  expect((await server.call({ query, address: '203.0.113.8' })).status).toBe(200);
});

test("every host of an IPv6 /64 is one client, and what a call asks for doesn't matter", async () => {
  const { server } = await open({ calls: { perClient: 3, perAccount: 1_000 } });
  const from = (host: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${host}` });
  for (const body of ['{', JSON.stringify({ query: '{ nothing }' }), JSON.stringify({ query })])
    expect((await server.post(body, from(body.length))).status).not.toBe(429);
  expect((await server.post(JSON.stringify({ query }), from(9))).status).toBe(429);
  expect(
    (await server.post(JSON.stringify({ query }), { 'x-forwarded-for': '2001:db8:1:3::1' })).status,
  ).toBe(200);
});

test("a refused client isn't read: neither its body nor anything of the database", async () => {
  const { server, world } = await open({ calls: { perClient: 1, perAccount: 1_000 } });
  const token = await sessionToken(server.context, world.users.admin);
  await server.call({ query });
  const before = await storedRows(server.context);
  const reads = vi.spyOn(server.context.db.prisma.session, 'findUnique');
  const body = new ReadableStream({ pull: () => expect.unreachable('it was read') }, { highWaterMark: 0 });
  const response = await server.post(body, { authorization: `Bearer ${token}` });
  expect(response.status).toBe(429);
  expect(reads).not.toHaveBeenCalled();
  expect(await storedRows(server.context)).toEqual(before);
});

test('a page of another origin may read how long to wait', async () => {
  const { server } = await open({ calls: { perClient: 1, perAccount: 1_000 } });
  await server.call({ query });
  const { status, headers } = await server.call({ query });
  expect(status).toBe(429);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('retry-after');
  expect(headers.get('x-request-id')).toBeTruthy();
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the calls of all sessions of an account are counted together, and separately from other accounts', async () => {
  const { server, world } = await open({ calls: { perClient: 1_000, perAccount: 4 } });
  const admin = await sessionToken(server.context, world.users.admin);
  const developer = await sessionToken(server.context, world.users.developer);
  const stranger = await sessionToken(server.context, world.strangers.admin);
  for (const [index, token] of [admin, developer, admin, developer].entries())
    await expectData(server, { query, token, address: `203.0.113.${index}` });

  const mutation = 'mutation ($id: ID!) { updateUser(id: $id, updates: { first_name: "Mallory" }) { id } }';
  const before = await storedRows(server.context);
  const refused = await server.call({
    query: mutation,
    variables: { id: world.users.admin.id },
    token: admin,
  });
  expect([refused.status, refused.data, refused.errors[0]?.extensions.code]).toEqual([
    429,
    null,
    'RATE_LIMITED',
  ]);
  expect(refused.headers.get('retry-after')).toBe(String(refused.errors[0]?.extensions.retryAfter));
  expect(await storedRows(server.context)).toEqual(before);

  await expectData(server, { query, token: stranger });
  expect((await server.call({ query })).status).toBe(200);
});

test("an account's keys, all spent, leave its sessions free: an admin can still disable the key that runs wild", async () => {
  const { server, world } = await open({ calls: { perClient: 1_000, perAccount: 2 } });
  const { rawKey: key } = await keyOf(server.context, world.users.developer, ['read']);
  const admin = await sessionToken(server.context, world.users.admin);
  const call = async (token: string) => (await server.call({ query, token })).status;
  expect([await call(key), await call(key), await call(key), await call(key)]).toEqual([200, 200, 429, 429]);
  expect([await call(admin), await call(admin), await call(admin)]).toEqual([200, 200, 429]);
});

test('a sign-in over its limit gets 429 with Retry-After too', async () => {
  const { server } = await open({ calls: { perClient: 1_000, perAccount: 1_000 } });
  const attempt = (password: string) => ({
    query: `mutation ($password: String!) { signIn(email: "admin@acme.example", password: $password) { token } }`,
    variables: { password },
  });
  await Promise.all(Array.from({ length: 10 }, () => server.call(attempt('wrong password'))));
  const { status, headers, data, errors } = await server.call(attempt(PASSWORD));
  expect([status, data, errors[0]?.extensions.code]).toEqual([429, null, 'RATE_LIMITED']);
  expect(errors[0]?.extensions).not.toHaveProperty('http');
  expect(headers.get('retry-after')).toBe(String(errors[0]?.extensions.retryAfter));
});
