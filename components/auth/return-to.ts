import { brand } from '@/lib/config/brand';

const guarded = /^\/dashboard(?:[/?#]|$)/;
/** The page of a signed link: it asks nobody to sign in, and leads people of its account on to the job. */
const linked = /^\/approvals\//;
const MAX_LENGTH = 2_000;

/** True from a sign-out until the home page, so that the guard doesn't remember the page that was left. */
let leaving = false;

/** Remembers the page that a visitor asked for and needs to sign in for. */
export function rememberReturnTo(path: string): void {
  const page = pageToReturnTo(path);
  if (!leaving && page) withStorage((storage) => storage.setItem(brand.returnToKey, page));
}

/** The remembered page, or null; anything but a guarded page of this site, or that of a link, is ignored. */
export function peekReturnTo(): string | null {
  const path = withStorage((storage) => storage.getItem(brand.returnToKey));
  return path && pageToReturnTo(path);
}

/** The path as the browser resolves it (`..` included) if that is a page of this site to sign in for, or null. */
function pageToReturnTo(path: string): string | null {
  if (path.length > MAX_LENGTH || !URL.canParse(path, window.location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(path, window.location.origin);
  const page = pathname + search + hash;
  return origin === window.location.origin && (guarded.test(page) || linked.test(page)) ? page : null;
}

/** Whether a path is that of a signed link. */
export const isLinkPage = (path: string): boolean => linked.test(path);

/** Where a person who signs in on the page of a signed link continues: it opens the job, if they may see it. */
export const linkAddressAfterSignIn = (): string => `${window.location.pathname}?open=job`;

/** The remembered page, or null; forgets it. */
export function takeReturnTo(): string | null {
  const path = peekReturnTo();
  forgetReturnTo();
  return path;
}

/** Forgets the remembered page: the visitor chose not to sign in. */
export function forgetReturnTo(): void {
  withStorage((storage) => storage.removeItem(brand.returnToKey));
}

/** Forgets the page and remembers no other until `resumeReturnTo`: the user is leaving on purpose. */
export function suspendReturnTo(): void {
  leaving = true;
  forgetReturnTo();
}

export function resumeReturnTo(): void {
  leaving = false;
}

/** Why the person is sent to a page that they didn't ask for, until that page has shown it. */
let arrivalNote: string | null = null;

export function leaveArrivalNote(sentence: string): void {
  arrivalNote = sentence;
}

/** Why the person was sent here, or null; forgets it. */
export function takeArrivalNote(): string | null {
  const taken = arrivalNote;
  arrivalNote = null;
  return taken;
}

/** Storage can be denied; signing in then continues to the dashboard. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
