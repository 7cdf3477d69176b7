import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's minimum (19 MiB, 2 passes), some 30 ms; runs outside the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password in its compatibility form, so that it is the same from every keyboard (NIST SP 800-63B, 5.1.1.2).
 * @returns a PHC string
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

let decoy: Promise<string> | undefined;

/** Verifies a password; with no stored hash it does the same work and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has');
  const expected = stored ?? (await decoy);
  const normalized = password.normalize('NFKC');
  const matches =
    (await verify(expected, normalized)) ||
    // Passwords were hashed as they were typed once.
    (normalized !== password && (await verify(expected, password)));
  return stored !== undefined && matches;
}
