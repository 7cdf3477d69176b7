import { brand } from '@/lib/config/brand';

/** Holds the token that the browser's storage, denied or full, did not take: it lasts as long as the page. */
let fallback: string | null = null;

/** The raw bearer token of this browser's session, or null (always null on the server). */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage.getItem(brand.sessionKey) || fallback;
  } catch {
    return fallback;
  }
}

/** Stores the raw bearer token; null removes it. */
export function writeToken(token: string | null): void {
  fallback = null;
  try {
    if (token === null) window.localStorage.removeItem(brand.sessionKey);
    else window.localStorage.setItem(brand.sessionKey, token);
  } catch {
    fallback = token;
  }
}
