import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's minimum (19 MiB, 2 passes): about 30 ms, outside the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password in Unicode's compatibility form: keyboards differ in the characters they type (NIST SP 800-63B,
 * 5.1.1.2).
 * @returns a PHC string
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

let decoy: Promise<string> | undefined;

/** Verifies a password. Without a stored hash it does the same work and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has');
  const expected = stored ?? (await decoy);
  const normalized = password.normalize('NFKC');
  const matches =
    (await verify(expected, normalized)) ||
    // Older passwords were hashed as they were typed.
    (normalized !== password && (await verify(expected, password)));
  return stored !== undefined && matches;
}
