import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brand } from '@/lib/config/brand';
import type { CurrentUser } from './current-user';

const person = (id: string) => ({ id }) as unknown as CurrentUser;
const document = '{ me { id } }';
const stored = new Map<string, string>();
const sent = vi.fn<(token: string | null) => object>();
let store: typeof import('./session-store');
let graphqlConnection: typeof import('./client').graphqlConnection;

beforeEach(async () => {
  stored.clear();
  sent.mockReset();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) =>
    Response.json(sent(new Headers(init.headers).get('authorization'))),
  );
  vi.resetModules();
  store = await import('./session-store');
  ({ graphqlConnection } = await import('./client'));
});
afterEach(() => vi.unstubAllGlobals());

test('each session has a client and a cache of its own, and speaks by its token', async () => {
  store.adoptSession('a', person('ada'));
  sent.mockReturnValue({ data: { me: { __typename: 'User', id: 'ada' } } });
  const first = graphqlConnection();
  await first.client.query(document, {}).toPromise();
  const again = await first.client.query(document, {}).toPromise();
  expect(again.data.me.id).toBe('ada');
  expect(sent.mock.calls).toEqual([['Bearer a']]);

  store.adoptSession('b', person('bob'));
  sent.mockReturnValue({ data: { me: { __typename: 'User', id: 'bob' } } });
  const second = graphqlConnection();
  expect(second.id).not.toBe(first.id);
  expect((await second.client.query(document, {}).toPromise()).data.me.id).toBe('bob');
  expect(sent.mock.calls.at(-1)).toEqual(['Bearer b']);
});

test("a secret that a mutation returns isn't in the cache", async () => {
  store.adoptSession('a', person('ada'));
  const { client } = graphqlConnection();
  sent.mockReturnValue({ data: { createAPIKey: { __typename: 'APIKeyWithSecret', rawKey: 'sy_live_x' } } });
  const made = 'mutation { createAPIKey { rawKey } }';
  expect((await client.mutation(made, {}).toPromise()).data.createAPIKey.rawKey).toBe('sy_live_x');
  const asked = await client
    .query('{ createAPIKey { rawKey } }', {}, { requestPolicy: 'cache-only' })
    .toPromise();
  expect(asked.data).toBeFalsy();
});

test('the same session keeps its client, whatever else changes', () => {
  store.adoptSession('a', person('ada'));
  const { client } = graphqlConnection();
  store.replaceUser({ ...person('ada'), email: 'new@acme.test' });
  expect(graphqlConnection().client).toBe(client);
});

test("a client doesn't follow a token that was stored by hand before the session does", () => {
  store.adoptSession('a', person('ada'));
  stored.set(brand.sessionKey, 'b');
  expect(graphqlConnection().token).toBe('a');
});

test.each([
  ['removed', null],
  ['replaced', 'b'],
])("a call of a session whose token was %s isn't sent, not even without a token", async (_, token) => {
  store.adoptSession('a', person('ada'));
  const { client } = graphqlConnection();
  if (token) stored.set(brand.sessionKey, token);
  else stored.clear();
  sent.mockReturnValue({ data: { me: null } });
  const { error } = await client.mutation('mutation { signOut }', {}).toPromise();
  expect(error?.networkError).toBeInstanceOf(Error);
  expect(sent).not.toHaveBeenCalledWith('Bearer a');
  await vi.waitFor(() => expect(store.getSnapshot()).toMatchObject({ loading: false, user: null }));
});

test('a response that comes after the token was removed by hand ends the session on show', async () => {
  store.adoptSession('a', person('ada'));
  sent.mockImplementation(() => {
    stored.clear();
    return { data: { me: { __typename: 'User', id: 'ada' } } };
  });
  await graphqlConnection().client.query(document, {}).toPromise();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
});

test('an UNAUTHENTICATED answer drops the session it was given to, and no other', async () => {
  const refusal = { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] };
  store.adoptSession('a', person('ada'));
  const { client } = graphqlConnection();
  sent.mockImplementation(() => {
    store.adoptSession('b', person('bob'));
    return refusal;
  });
  await client.query(document, {}).toPromise();
  expect(store.getSnapshot().user?.id).toBe('bob');
  sent.mockReset().mockReturnValue(refusal);
  await graphqlConnection().client.query(document, {}).toPromise();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null, ended: true });
  expect(stored.size).toBe(0);
});
