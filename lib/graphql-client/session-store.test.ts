import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brand } from '@/lib/config/brand';
import type { CurrentUser } from './current-user';
import { readToken } from './session-token';

const fetchCurrentUser = vi.fn<() => Promise<CurrentUser | null>>();
vi.mock('./fetch-current-user', () => ({ fetchCurrentUser }));

const person = (id: string): CurrentUser => ({
  id,
  email: `${id}@acme.test`,
  role: 'DEVELOPER',
  first_name: null,
  last_name: null,
  account_id: 'acc_1',
  scopes: { read: true, write: true, admin: false },
});

const stored = new Map<string, string>();
const tokenIs = (token: string) => stored.set(brand.sessionKey, token);
let store: typeof import('./session-store');

beforeEach(async () => {
  stored.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  vi.resetModules();
  fetchCurrentUser.mockReset();
  store = await import('./session-store');
});
afterEach(() => vi.unstubAllGlobals());

/** An answer of the server that comes when the test says so. */
function pendingAnswer() {
  let resolve: (user: CurrentUser | null) => void = () => {};
  fetchCurrentUser.mockReturnValueOnce(
    new Promise((settle) => {
      resolve = settle;
    }),
  );
  return { resolve: (user: CurrentUser | null) => resolve(user) };
}

test('loads until the first check, which asks nobody without a token', async () => {
  expect(store.getSnapshot()).toEqual({ loading: true, user: null });
  await store.checkSession();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
  expect(fetchCurrentUser).not.toHaveBeenCalled();
});

test('checks at the same time share one request', async () => {
  tokenIs('a');
  const answer = pendingAnswer();
  const checks = [store.checkSession(), store.checkSession()];
  answer.resolve(person('ada'));
  await Promise.all(checks);
  expect(fetchCurrentUser).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot()).toEqual({ loading: false, user: person('ada') });
});

test('a known person stays on show during a re-check, as the same object if nothing changed', async () => {
  tokenIs('a');
  fetchCurrentUser.mockImplementation(async () => person('ada'));
  await store.checkSession();
  const before = store.getSnapshot();
  const check = store.checkSession();
  expect(store.getSnapshot()).toBe(before);
  await check;
  expect(store.getSnapshot()).toBe(before);
});

test('an answer about a replaced token is ignored', async () => {
  tokenIs('a');
  const answer = pendingAnswer();
  const check = store.checkSession();
  store.adoptSession('b', person('bob'));
  answer.resolve(person('ada'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('bob');
  expect(readToken()).toBe('b');
});

test('a token that was replaced unnoticed is asked about anew', async () => {
  tokenIs('a');
  const first = pendingAnswer();
  const second = pendingAnswer();
  const check = store.checkSession();
  tokenIs('b');
  first.resolve(person('ada'));
  second.resolve(person('bob'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('bob');
});

test("another person's token hides the one on show at once", async () => {
  store.adoptSession('a', person('ada'));
  tokenIs('b');
  const answer = pendingAnswer();
  const check = store.checkSession();
  expect(store.getSnapshot()).toEqual({ loading: true, user: null });
  answer.resolve(person('bob'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('bob');
});

test('an empty answer drops the token, a failure keeps it and is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  tokenIs('a');
  fetchCurrentUser.mockRejectedValueOnce(new Error('offline'));
  await store.checkSession();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
  expect(readToken()).toBe('a');
  expect(warn).toHaveBeenCalledOnce();
  fetchCurrentUser.mockResolvedValueOnce(null);
  await store.checkSession();
  expect(readToken()).toBeNull();
  warn.mockRestore();
});

test('a late refusal of an old token does not end the new session', () => {
  store.adoptSession('b', person('bob'));
  store.dropSession('a');
  expect(store.getSnapshot().user?.id).toBe('bob');
  store.dropSession('b');
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
  expect(readToken()).toBeNull();
});
