import type { Viewer } from '@/lib/server/auth/viewer';
import { forbidden } from '@/lib/server/errors';

/**
 * Makes sure that a key's old secret changes no key: it could give itself a new secret and outlive its overlap.
 * @throws AppError FORBIDDEN
 */
export function assertPresentSecret(viewer: Viewer): void {
  if (viewer.viaPreviousSecret)
    throw forbidden("This secret is being replaced: use the key's new one to manage keys.");
}
