import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '@/lib/server/auth/passwords';

test('a password is the same however its characters are composed', async () => {
  const stored = await hashPassword('caf\u00e9 \ufb01n 12');
  expect(await verifyPassword(stored, 'cafe\u0301 fin 12')).toBe(true);
  expect(await verifyPassword(stored, 'cafe fin 12')).toBe(false);
});

test('a password that an earlier version hashed as it was typed still signs in', async () => {
  const stored = await hash('cafe\u0301 1234');
  expect(await verifyPassword(stored, 'cafe\u0301 1234')).toBe(true);
  expect(await verifyPassword(undefined, 'cafe\u0301 1234')).toBe(false);
});

test("a hash costs an attacker what OWASP's minimum says: argon2id, 19 MiB, 2 passes", async () => {
  expect(await hashPassword('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
