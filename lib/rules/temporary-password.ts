import { limits } from '@/lib/config/limits';

/** docs/product.md, "Users". */
const length = 8;

/** Letters and digits that can't be mistaken for one another in any typeface: no I, l, 1, O, o, 0. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The bytes from here on would favor the alphabet's first characters. */
const fair = 256 - (256 % alphabet.length);

/**
 * A temporary password to pass on: 8 characters, each equally likely (about 46 bits).
 * @param fill fills the bytes with chance; by default the secure random source of browser or server
 */
export function temporaryPassword(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  let password = '';
  const bytes = new Uint8Array(length);
  while (password.length < length) {
    fill(bytes);
    for (const byte of bytes) {
      if (byte < fair && password.length < length) password += alphabet.charAt(byte % alphabet.length);
    }
  }
  return password;
}

/**
 * When a user's temporary password expires: 14 days after it was issued or last used to sign in, whichever is later.
 * @returns null if the user has chosen the password
 */
export function temporaryPasswordExpiry({
  temporaryPasswordAt,
  lastSignInAt,
}: {
  temporaryPasswordAt: Date | null;
  lastSignInAt: Date | null;
}): Date | null {
  if (!temporaryPasswordAt) return null;
  const since = Math.max(temporaryPasswordAt.getTime(), lastSignInAt?.getTime() ?? 0);
  return new Date(since + limits.temporaryPassword.lifetime);
}
