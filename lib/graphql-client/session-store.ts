import { brand } from '@/lib/config/brand';
import type { CurrentUser } from './current-user';
import { readToken, writeToken } from './session-token';

/** `loading` is true until the first answer about the stored token is in. */
export interface Session {
  readonly loading: boolean;
  readonly user: CurrentUser | null;
}

const unknown: Session = { loading: true, user: null };
const signedOut: Session = { loading: false, user: null };

let session = unknown;
/** The token that `session` speaks of; undefined before the first look. */
let owner: string | null | undefined;
/** The check under way, of `owner`'s token. */
let running: { done: Promise<void> } | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` after every change of the session; returns the way to stop it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getSnapshot = (): Session => session;

/** The server knows nobody: pages are the same for all and show the session once they run. */
export const getServerSnapshot = (): Session => unknown;

function become(next: Session): void {
  if (next === session) return;
  session = next;
  for (const listener of listeners) listener();
}

/** Makes a new session this browser's own, e.g. after signing in. */
export function adoptSession(token: string, user: CurrentUser): void {
  writeToken(token);
  owner = token;
  running = null;
  become({ loading: false, user });
}

/** Takes over what the person changed about themself; not where somebody else has signed in meanwhile. */
export function replaceUser(user: CurrentUser): void {
  if (session.user?.id === user.id && readToken() === owner) become({ loading: false, user });
}

/**
 * Forgets the session.
 * @param only drop it only while this is still the stored token: a late answer about an old token must not
 *   end a new session
 */
export function dropSession(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  writeToken(null);
  owner = null;
  running = null;
  become(signedOut);
}

/**
 * Asks the server whose token is stored and takes over the answer; without a token nothing is asked. Calls
 * during a check share it; an answer about a token that has been replaced meanwhile is ignored.
 */
export function checkSession(): Promise<void> {
  const token = readToken();
  if (token !== owner) {
    // Another tab signed in or out: nothing of the person before may be seen while we ask.
    owner = token;
    running = null;
    become(token === null ? signedOut : unknown);
  }
  if (token === null) {
    become(signedOut);
    return Promise.resolve();
  }
  if (running) return running.done;
  if (!session.user) become(unknown);
  const check = { done: Promise.resolve() };
  running = check;
  check.done = ask().then((answer) => {
    if (running !== check) return;
    running = null;
    if (readToken() !== token) return checkSession();
    settle(token, answer);
  });
  return check.done;
}

type Answer = { user: CurrentUser | null } | { failure: unknown };

function ask(): Promise<Answer> {
  return import('./fetch-current-user')
    .then(({ fetchCurrentUser }) => fetchCurrentUser())
    .then(
      (user) => ({ user }),
      (failure: unknown) => ({ failure }),
    );
}

function settle(token: string, answer: Answer): void {
  if ('failure' in answer) {
    // The token stays: it may be good, and the next page asks again.
    console.warn('The session could not be checked.', answer.failure);
    become(signedOut);
  } else if (answer.user === null) {
    dropSession(token);
  } else if (JSON.stringify(answer.user) !== JSON.stringify(session.user)) {
    become({ loading: false, user: answer.user });
  }
}

/** Follows sign-ins and sign-outs of other tabs, and pages that come back from the browser's memory. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === brand.sessionKey || event.key === null) void checkSession();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) void checkSession();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
