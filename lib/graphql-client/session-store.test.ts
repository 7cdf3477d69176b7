import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brand } from '@/lib/config/brand';
import type * as Errors from './client-errors';
import type { CurrentUser } from './current-user';
import { readToken, writeToken } from './session-store';

const fetchCurrentUser = vi.fn<(token: string) => Promise<CurrentUser | null>>();
vi.mock('./current-user', () => ({ fetchCurrentUser }));

const person = (id: string): CurrentUser => ({
  id,
  email: `${id}@acme.test`,
  role: 'DEVELOPER',
  temporary_password_expires_at: null,
  first_name: null,
  last_name: null,
  account_id: 'acc_1',
  account_name: 'Acme',
  scopes: { read: true, write: true, admin: false },
});

const stored = new Map<string, string>();
const tokenIs = (token: string) => stored.set(brand.sessionKey, token);
let store: typeof import('./session-store');

beforeEach(async () => {
  stored.clear();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A response of the server that comes when the test says so. */
function pendingAnswer() {
  let resolve: (user: CurrentUser | null) => void = () => {};
  let reject: (failure: Error) => void = () => {};
  fetchCurrentUser.mockReturnValueOnce(
    new Promise((...settle) => {
      [resolve, reject] = settle;
    }),
  );
  return {
    resolve: (user: CurrentUser | null) => resolve(user),
    reject: (failure: Error) => reject(failure),
  };
}

test('loads until the first check, which sends nothing without a token', async () => {
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

test('a response about a replaced token is ignored', async () => {
  tokenIs('a');
  const answer = pendingAnswer();
  const check = store.checkSession();
  store.adoptSession('b', person('bob'));
  answer.resolve(person('ada'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('bob');
  expect(readToken()).toBe('b');
});

test('a token that was replaced unnoticed is checked again', async () => {
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
  tokenIs('a');
  fetchCurrentUser.mockRejectedValueOnce(new Error('offline'));
  await store.checkSession();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null, unchecked: true });
  expect(readToken()).toBe('a');
  expect(console.warn).toHaveBeenCalledOnce();
  fetchCurrentUser.mockResolvedValueOnce(null);
  await store.checkSession();
  expect(readToken()).toBeNull();
});

test("a late refusal of an old token doesn't end the new session", () => {
  store.adoptSession('b', person('bob'));
  expect(store.dropSession('a')).toBe(false);
  expect(store.dropEndedSession('a')).toBe(false);
  expect(store.getSnapshot().user?.id).toBe('bob');
  expect(store.dropSession('b')).toBe(true);
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
  expect(readToken()).toBeNull();
});

test.each([
  ['spaces', '   '],
  ['two lines', 'a\nb'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['an emoji', 'a😀'],
  ['markup', '<script>'],
])("%s aren't a token: nothing is sent, and they are dropped", async (_, text) => {
  tokenIs(text);
  await store.checkSession();
  expect(store.getSnapshot()).toEqual({ loading: false, user: null });
  expect(fetchCurrentUser).not.toHaveBeenCalled();
  expect(stored.size).toBe(0);
});

test('each token is asked about by itself, also when the first one comes back', async () => {
  const answers = [];
  for (const token of ['a', 'b', 'a']) {
    tokenIs(token);
    answers.push(pendingAnswer());
    void store.checkSession();
    await vi.waitFor(() => expect(fetchCurrentUser).toHaveBeenCalledTimes(answers.length));
    expect(fetchCurrentUser).toHaveBeenLastCalledWith(token);
  }
  const check = store.checkSession();
  answers[1]?.resolve(person('bob'));
  answers[0]?.resolve(person('late'));
  answers[2]?.resolve(person('ada'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('ada');
});

test("a token changed by hand is noticed by the next call, which doesn't belong to it", async () => {
  store.adoptSession('a', person('ada'));
  expect(store.verifyStored('a')).toBe(true);
  tokenIs('b');
  const answer = pendingAnswer();
  expect(store.verifyStored('a')).toBe(false);
  await vi.waitFor(() => expect(store.getSnapshot()).toEqual({ loading: true, user: null }));
  answer.resolve(person('bob'));
  await vi.waitFor(() => expect(store.getSnapshot().user?.id).toBe('bob'));
  expect(store.sessionToken()).toBe('b');
});

test("a sign-out in one tab doesn't end the session that another tab has begun", async () => {
  store.adoptSession('a', person('ada'));
  tokenIs('b');
  fetchCurrentUser.mockResolvedValue(person('bob'));
  store.dropSession('a');
  await vi.waitFor(() => expect(store.getSnapshot().user?.id).toBe('bob'));
  expect(readToken()).toBe('b');
});

test("a person's change to their record isn't undone by an earlier check's response", async () => {
  store.adoptSession('a', person('ada'));
  const answer = pendingAnswer();
  const check = store.checkSession();
  const changed = { ...person('ada'), first_name: 'Augusta' };
  store.replaceUser(changed);
  answer.resolve(person('ada'));
  await check;
  expect(store.getSnapshot().user).toBe(changed);
});

test.each([
  ['another person signed in', 'b'],
  ['the token was removed', null],
])('a change of a person whose response comes after %s is dropped', (_, token) => {
  store.adoptSession('a', person('ada'));
  const before = store.getSnapshot();
  if (token) tokenIs(token);
  else stored.clear();
  store.replaceUser({ ...person('ada'), first_name: 'Augusta' });
  expect(store.getSnapshot()).toBe(before);
});

test("a quiet check that fails keeps a known person, and an empty one doesn't", async () => {
  store.adoptSession('a', person('ada'));
  fetchCurrentUser.mockRejectedValueOnce(new Error('offline'));
  await store.checkSession({ quietly: true });
  expect(store.getSnapshot().user?.id).toBe('ada');
  fetchCurrentUser.mockResolvedValueOnce(null);
  await store.checkSession({ quietly: true });
  expect(store.getSnapshot()).toEqual({ loading: false, user: null, ended: true });
  expect(readToken()).toBeNull();
});

test('a quiet check that a route change waits for too is as strict as that one', async () => {
  store.adoptSession('a', person('ada'));
  const answer = pendingAnswer();
  const checks = [store.checkSession({ quietly: true }), store.checkSession()];
  answer.reject(new Error('offline'));
  await Promise.all(checks);
  expect(fetchCurrentUser).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot()).toEqual({ loading: false, user: null, unchecked: true });
});

test('a quiet check shows no loading after a failed one, and brings the person back', async () => {
  tokenIs('a');
  fetchCurrentUser.mockRejectedValueOnce(new Error('offline'));
  await store.checkSession();
  const before = store.getSnapshot();
  const answer = pendingAnswer();
  const check = store.checkSession({ quietly: true });
  expect(store.getSnapshot()).toBe(before);
  answer.resolve(person('ada'));
  await check;
  expect(store.getSnapshot().user?.id).toBe('ada');
});

describe('a check that the server refuses as one too many', () => {
  let RateLimited: typeof Errors.RateLimited;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    ({ RateLimited } = await import('./client-errors'));
    fetchCurrentUser.mockRejectedValueOnce(new RateLimited('Too many calls.', 30));
  });
  afterEach(() => void vi.useRealTimers());

  test('ends no session: it says why the person is unknown, and asks again in time', async () => {
    tokenIs('a');
    await store.checkSession();
    expect(store.getSnapshot()).toEqual({ loading: true, user: null, refusal: 'Too many calls.' });
    expect(readToken()).toBe('a');
    fetchCurrentUser.mockResolvedValueOnce(person('ada'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(fetchCurrentUser).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getSnapshot()).toEqual({ loading: false, user: person('ada') });
  });

  test('keeps a known person, even if a screen waits for it', async () => {
    store.adoptSession('a', person('ada'));
    const before = store.getSnapshot();
    await store.checkSession();
    expect(store.getSnapshot()).toBe(before);
  });

  test('takes its sentence back while it is asked for again', async () => {
    tokenIs('a');
    await store.checkSession();
    const answer = pendingAnswer();
    const check = store.checkSession();
    expect(store.getSnapshot()).toEqual({ loading: true, user: null });
    answer.resolve(person('ada'));
    await check;
    expect(store.getSnapshot().user?.id).toBe('ada');
  });
});

describe('the stored token', () => {
  /** A browser's storage that holds `held` and denies reading or writing. */
  function stubStorage(held: string | null, denied: { read?: boolean; write?: boolean }) {
    let value = held;
    vi.stubGlobal('window', {
      localStorage: {
        getItem: () => {
          if (denied.read) throw new Error('denied');
          return value;
        },
        setItem: (_: string, next: string) => {
          if (denied.write) throw new Error('full');
          value = next;
        },
        removeItem: () => {
          if (denied.write) throw new Error('denied');
          value = null;
        },
      },
    });
  }

  afterEach(() => {
    stubStorage(null, {});
    writeToken(null);
    vi.unstubAllGlobals();
  });

  test('a token lasts as long as the page if storage is denied', () => {
    stubStorage(null, { read: true, write: true });
    expect(readToken()).toBeNull();
    writeToken('a');
    expect(readToken()).toBe('a');
    writeToken(null);
    expect(readToken()).toBeNull();
  });

  test("a new person's token that a full storage didn't take goes before the old one it still holds", () => {
    stubStorage('a', { write: true });
    expect(readToken()).toBe('a');
    writeToken('b');
    expect(readToken()).toBe('b');
  });
});
