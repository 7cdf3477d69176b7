import { keyStatus } from '@/lib/server/api-keys/key-status';
import { conflict } from '@/lib/server/errors';
import type { ApiKey } from '@/prisma/generated/prisma/client';

/** @throws AppError CONFLICT that says what the key is instead */
export function assertActive(key: ApiKey, now: Date): void {
  const status = keyStatus(key, now);
  if (status === 'REVOKED') throw conflict('This key is revoked. Reactivate it first.');
  if (status === 'EXPIRED') throw conflict('This key has expired. Create a new one.');
}
