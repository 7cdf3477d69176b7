import { brand } from '@/lib/config/brand';
import { RateLimited } from './client-errors';
import type { CurrentUser } from './current-user';
import { unlessLeaving } from './unless-leaving';

/** `loading` is true until the first response about the stored token arrives. */
export interface Session {
  readonly loading: boolean;
  readonly user: CurrentUser | null;
  /** The server has ended it: the person hasn't signed out. */
  readonly ended?: boolean;
  /** The check has failed: the person may be signed in. */
  readonly unchecked?: boolean;
  /** Why the server hasn't identified the user yet, a sentence; the check repeats once the server accepts calls. */
  readonly refusal?: string;
}

/** The characters of a bearer token (RFC 6750); the server's tokens are shorter than 500. */
const wellFormed = /^[\w.~+/-]{1,500}=*$/;

/** The token if the browser's storage is denied or full: it lasts as long as the page. */
let unstoredToken: string | null = null;

/** The raw bearer token of this browser's session, or null: always on the server, and if the stored text is invalid. */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  const token = unstoredToken ?? readStorage();
  return token !== null && wellFormed.test(token) ? token : null;
}

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(brand.sessionKey);
  } catch {
    return null;
  }
}

/** Stores the raw bearer token; null removes whatever is stored. */
export function writeToken(token: string | null): void {
  unstoredToken = null;
  try {
    if (token === null) window.localStorage.removeItem(brand.sessionKey);
    else window.localStorage.setItem(brand.sessionKey, token);
  } catch {
    unstoredToken = token;
  }
}

const unknown: Session = { loading: true, user: null };
const signedOut: Session = { loading: false, user: null };
const ended: Session = { ...signedOut, ended: true };
const unchecked: Session = { ...signedOut, unchecked: true };

let session = unknown;
/** The token that `session` belongs to; undefined before the first look. */
let owner: string | null | undefined;
/** The check under way, of `owner`'s token. */
let running: { done: Promise<void>; quietly: boolean } | null = null;
/** The next check after a rate-limited one. */
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` after every change of the session; returns a function that stops it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getSnapshot = (): Session => session;

/** The server renders pages without a session: they are the same for everyone and show it once they run. */
export const getServerSnapshot = (): Session => unknown;

/**
 * The token of the current session; the stored one may be another by now (`verifyStored`). Before the first look it is
 * the stored one, so that the first check doesn't make another session of it.
 */
export const sessionToken = (): string | null => (owner === undefined ? readToken() : owner);

function become(next: Session, token = owner): void {
  if (next === session && token === owner) return;
  session = next;
  owner = token;
  for (const listener of listeners) listener();
}

/**
 * Whether this token still is the stored one. If another tab or a person has replaced it, the session is checked: in a
 * microtask, because screens call this while React renders them.
 */
export function verifyStored(token: string): boolean {
  const stored = readToken();
  if (stored !== owner) queueMicrotask(() => void checkSession());
  return stored === token;
}

/** Makes a new session this browser's own, e.g. after signing in. */
export function adoptSession(token: string, user: CurrentUser): void {
  writeToken(token);
  running = null;
  become({ loading: false, user }, token);
}

/**
 * Takes over the user's changes to their own record, unless another user has signed in since then. Ignores the result
 * of a check under way, which may be from before the change.
 */
export function replaceUser(user: CurrentUser): void {
  if (session.user?.id !== user.id || readToken() !== owner) return;
  running = null;
  become({ loading: false, user });
}

/**
 * Forgets the session of a token, which its owner has left, unless another one is stored. A late response about an old
 * token mustn't end a new session.
 * @returns whether there was one to forget
 */
export const dropSession = (token: string): boolean => forget(token, signedOut);

/** Forgets a session that the server has ended, under the same condition. */
export const dropEndedSession = (token: string): boolean => forget(token, ended);

function forget(token: string, next: Session): boolean {
  if (!verifyStored(token)) return false;
  writeToken(null);
  running = null;
  become(next, null);
  return true;
}

/**
 * Asks the server whose token is stored and takes over the result; does nothing without a token. Calls during a check
 * share it. A response about a token that has since been replaced is ignored.
 * @param quietly no screen is waiting for this check: it shows no loading, and if it fails, a known person stays
 */
export function checkSession({ quietly = false } = {}): Promise<void> {
  const token = readToken();
  if (token !== owner) {
    // Another tab signed in or out: nothing of the previous person may be seen while we ask.
    running = null;
    become(token === null ? signedOut : unknown, token);
  }
  if (token === null) {
    // The stored text, if any, isn't a token.
    writeToken(null);
    return Promise.resolve();
  }
  if (!quietly && !session.user) become(unknown);
  if (running) {
    running.quietly &&= quietly;
    return running.done;
  }
  const check = { done: Promise.resolve(), quietly };
  running = check;
  check.done = ask(token).then((answer) => {
    if (running !== check) return;
    running = null;
    if (readToken() !== token) return checkSession();
    settle(token, answer, check.quietly);
  });
  return check.done;
}

type Answer = { user: CurrentUser | null } | { failure: unknown };

function ask(token: string): Promise<Answer> {
  return unlessLeaving(import('./current-user').then(({ fetchCurrentUser }) => fetchCurrentUser(token))).then(
    (user) => ({ user }),
    (failure: unknown) => ({ failure }),
  );
}

function settle(token: string, answer: Answer, quietly: boolean): void {
  if ('failure' in answer) {
    // The token stays: it may be good, and the next check asks again.
    console.warn("The session couldn't be checked.", answer.failure);
    if (answer.failure instanceof RateLimited) wait(answer.failure);
    else if (!quietly || !session.user) become(unchecked);
  } else if (answer.user === null) {
    dropEndedSession(token);
  } else if (JSON.stringify(answer.user) !== JSON.stringify(session.user)) {
    become({ loading: false, user: answer.user });
  }
}

/** A rate limit says nothing about the session: a known user stays, and an unknown one is fetched again later. */
function wait({ message, retryAfter }: RateLimited): void {
  if (session.loading) become({ ...unknown, refusal: message });
  clearTimeout(retry);
  retry = setTimeout(() => void checkSession({ quietly: true }), retryAfter * 1000);
}

/**
 * Calls `check` when other tabs sign in or out. When the tab, the page in the browser's memory, or the network comes
 * back, it calls quietly: nothing moves for a known person.
 * @returns stops it
 */
export function watchSession(check: (options?: { quietly: boolean }) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const quietly = () => check({ quietly: true });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === brand.sessionKey || key === null) check();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) quietly();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') quietly();
  };
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('pageshow', onPageShow, { signal });
  window.addEventListener('online', quietly, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => watching.abort();
}
