import { expect, test } from 'vitest';
import { temporaryPassword, temporaryPasswordExpiry } from './temporary-password';

test('a temporary password has 8 characters, none of which is taken for another, and is new each time', () => {
  const made = Array.from({ length: 500 }, () => temporaryPassword());
  for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{8}$/);
  expect(new Set(made).size).toBe(500);
});

test('every character is as likely as any other: bytes that would favor some are passed over', () => {
  let next = 0;
  const everyByte = () =>
    temporaryPassword((bytes) => {
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = next++ % 256;
    });
  const counts = new Map<string, number>();
  // 224 of every 256 bytes count, 4 for each of the 56 characters: 28 passwords a round.
  for (let made = 0; made < 28; made += 1) {
    for (const character of everyByte()) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(56);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('a temporary password expires 14 days after it was issued or last used to sign in; a chosen one never does', () => {
  const day = (count: number) => new Date(Date.UTC(2026, 0, count));
  const expiry = (issued: Date | null, signedIn: Date | null) =>
    temporaryPasswordExpiry({ temporaryPasswordAt: issued, lastSignInAt: signedIn });
  expect(expiry(day(1), null)).toEqual(day(15));
  expect(expiry(day(10), day(1))).toEqual(day(24));
  expect(expiry(day(1), day(10))).toEqual(day(24));
  expect(expiry(null, null)).toBeNull();
  expect(expiry(null, day(1))).toBeNull();
});
