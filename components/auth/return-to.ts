import { brand } from '@/lib/config/brand';

const guarded = /^\/dashboard(?:[/?#]|$)/;
const MAX_LENGTH = 2_000;

/** True from a sign-out until the home page: the guard that it trips must not remember the page left. */
let leaving = false;

/** Remembers the guarded page that a visitor was turned away from, for after signing in. */
export function rememberReturnTo(path: string): void {
  const page = guardedPage(path);
  if (!leaving && page) withStorage((storage) => storage.setItem(brand.returnToKey, page));
}

/** The remembered page, or null; anything but a guarded page of this site is not believed. */
export function peekReturnTo(): string | null {
  const path = withStorage((storage) => storage.getItem(brand.returnToKey));
  return path && guardedPage(path);
}

/** The path as the browser resolves it (`..` included), where that is a guarded page of this site; else null. */
function guardedPage(path: string): string | null {
  if (path.length > MAX_LENGTH || !URL.canParse(path, window.location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(path, window.location.origin);
  const page = pathname + search + hash;
  return origin === window.location.origin && guarded.test(page) ? page : null;
}

/** The remembered page, or null; it is forgotten with that. */
export function takeReturnTo(): string | null {
  const path = peekReturnTo();
  forgetReturnTo();
  return path;
}

/** Forgets the remembered page: the visitor chose not to sign in. */
export function forgetReturnTo(): void {
  withStorage((storage) => storage.removeItem(brand.returnToKey));
}

/** Forgets, and remembers nothing more until `resumeReturnTo`: the person is leaving on purpose. */
export function suspendReturnTo(): void {
  leaving = true;
  forgetReturnTo();
}

export function resumeReturnTo(): void {
  leaving = false;
}

/** Storage may be denied; signing in then leads to the dashboard. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
