import type { CurrentUser } from './current-user';
import { RateLimited } from './rate-limited';
import { readToken, writeToken } from './session-token';

/** `loading` is true until the first answer about the stored token is in. */
export interface Session {
  readonly loading: boolean;
  readonly user: CurrentUser | null;
  /** The server has ended it: nobody has signed out. */
  readonly ended?: boolean;
  /** Why the server does not say yet who it is, a sentence; it is asked again once it takes calls. */
  readonly refusal?: string;
}

const unknown: Session = { loading: true, user: null };
const signedOut: Session = { loading: false, user: null };
const ended: Session = { ...signedOut, ended: true };

let session = unknown;
/** The token that `session` speaks of; undefined before the first look. */
let owner: string | null | undefined;
/** The check under way, of `owner`'s token. */
let running: { done: Promise<void>; quietly: boolean } | null = null;
/** The next check after one that was refused for now. */
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` after every change of the session; returns the way to stop it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getSnapshot = (): Session => session;

/** The server knows nobody: pages are the same for all and show the session once they run. */
export const getServerSnapshot = (): Session => unknown;

/** The token of the session on show; the stored one may be another by now (`verifyStored`). */
export const sessionToken = (): string | null => owner ?? null;

function become(next: Session, token = owner): void {
  if (next === session && token === owner) return;
  session = next;
  owner = token;
  for (const listener of listeners) listener();
}

/**
 * Whether this token still is the stored one. A session that is no longer the stored one, because of another tab
 * or by hand, is checked at once; not sooner than that, for screens ask while React renders them.
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
 * Takes over what the person changed about themself; not where somebody else has signed in meanwhile. A check
 * under way may have been answered before the change: its answer is ignored.
 */
export function replaceUser(user: CurrentUser): void {
  if (session.user?.id !== user.id || readToken() !== owner) return;
  running = null;
  become({ loading: false, user });
}

/**
 * Forgets the session of a token, which its owner has left; not while another one is stored: what is said late about
 * an old token must not end a new session.
 * @returns whether there was one to forget
 */
export const dropSession = (token: string): boolean => forget(token, signedOut);

/** The same, of a session that the server has ended. */
export const dropEndedSession = (token: string): boolean => forget(token, ended);

function forget(token: string, next: Session): boolean {
  if (!verifyStored(token)) return false;
  writeToken(null);
  running = null;
  become(next, null);
  return true;
}

/**
 * Asks the server whose token is stored and takes over the answer; without a token nothing is asked. Calls
 * during a check share it; an answer about a token that has been replaced meanwhile is ignored.
 * @param quietly nobody is waiting for this check: it shows no loading, and if it fails, a known person stays
 */
export function checkSession({ quietly = false } = {}): Promise<void> {
  const token = readToken();
  if (token !== owner) {
    // Another tab signed in or out: nothing of the person before may be seen while we ask.
    running = null;
    become(token === null ? signedOut : unknown, token);
  }
  if (token === null) {
    // What is stored, if anything, is no token.
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
  return import('./fetch-current-user')
    .then(({ fetchCurrentUser }) => fetchCurrentUser(token))
    .then(
      (user) => ({ user }),
      (failure: unknown) => ({ failure }),
    );
}

function settle(token: string, answer: Answer, quietly: boolean): void {
  if ('failure' in answer) {
    // The token stays: it may be good, and the next check asks again.
    console.warn('The session could not be checked.', answer.failure);
    if (answer.failure instanceof RateLimited) wait(answer.failure);
    else if (!quietly || !session.user) become(signedOut);
  } else if (answer.user === null) {
    dropEndedSession(token);
  } else if (JSON.stringify(answer.user) !== JSON.stringify(session.user)) {
    become({ loading: false, user: answer.user });
  }
}

/** A limit says nothing about the session: whoever is known stays, and whoever is not yet is asked for again. */
function wait({ message, retryAfter }: RateLimited): void {
  if (session.loading) become({ ...unknown, refusal: message });
  clearTimeout(retry);
  retry = setTimeout(() => void checkSession({ quietly: true }), retryAfter * 1000);
}
