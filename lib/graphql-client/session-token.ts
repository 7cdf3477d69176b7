import { brand } from '@/lib/config/brand';

/** What a bearer token is made of (RFC 6750), and longer than any the server gives out. */
const wellFormed = /^[\w.~+/-]{1,500}=*$/;

/** Holds the token that the browser's storage, denied or full, did not take: it lasts as long as the page. */
let fallback: string | null = null;

/** The raw bearer token of this browser's session, or null (always null on the server, and for what is no token). */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  const token = fallback ?? readStorage();
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
  fallback = null;
  try {
    if (token === null) window.localStorage.removeItem(brand.sessionKey);
    else window.localStorage.setItem(brand.sessionKey, token);
  } catch {
    fallback = token;
  }
}
