import type { Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';

/** @throws AppError NOT_FOUND, alike for an unknown id and another account's */
export function assertOwnAccount(viewer: Viewer, accountId: string): void {
  if (accountId !== viewer.accountId) throw notFound('Account');
}
