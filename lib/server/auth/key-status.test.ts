import { expect, test } from 'vitest';
import { keyStatus } from '@/lib/server/auth/key-status';

test("a key whose expiry can't be read has expired", () => {
  expect(keyStatus({ status: 'ACTIVE', expiresAt: new Date(Number.NaN) }, new Date())).toBe('EXPIRED');
});
