import { hash, timingSafeEqual } from 'node:crypto';
import type { AppError } from '@/lib/server/errors';
import type { RandomSource } from '@/lib/server/ids';

export const API_KEY_PREFIX = 'sy_live_';
const SESSION_PREFIX = 'sy_session_';
const SECRET_BYTES = 32;

/** A fresh API key secret: `sy_live_` and 32 random bytes in base64url. */
export function newApiKeySecret(random: RandomSource): string {
  return API_KEY_PREFIX + random.randomBytes(SECRET_BYTES).toString('base64url');
}

/** A fresh session token: `sy_session_` and 32 random bytes in base64url. */
export function newSessionToken(random: RandomSource): string {
  return SESSION_PREFIX + random.randomBytes(SECRET_BYTES).toString('base64url');
}

/** SHA-256 in hex, the only form in which a token is stored. Enough for 256 random bits, though not for passwords. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Whether two hashes are equal, in a time that doesn't reveal where they differ. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The part of a secret that a list may show: its prefix and last four characters. */
export function hintOf(secret: string): string {
  return `${API_KEY_PREFIX}…${secret.slice(-4)}`;
}

/** The token of an `Authorization` header; null if the header is missing or has another form than `Bearer TOKEN`. */
export const bearerToken = (header: string | null | undefined): string | null =>
  header?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;

/** Where callers of other APIs have their keys. */
const otherHeaders = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'];

/** A refusal's sentence: of a call without a caller, the fault in the way it sends its token, if there is one. */
export const refusalMessage = ({ message, details }: AppError, headers: Pick<Headers, 'get'>): string =>
  (details.hasNoCaller && tokenFault(headers)) || message;

/** The fault in the way a call sends its token; null if it sends the token correctly, or sends none. */
export function tokenFault(headers: Pick<Headers, 'get'>): string | null {
  const authorization = headers.get('authorization');
  if (authorization !== null)
    return bearerToken(authorization) === null
      ? 'The Authorization header has another form than "Bearer TOKEN", with the session token or API key.'
      : null;
  const other = otherHeaders.find((name) => headers.get(name) !== null);
  return other ? `The header ${other} isn't read. Send the key as "Authorization: Bearer KEY".` : null;
}
