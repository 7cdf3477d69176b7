import type { Viewer } from '@/lib/server/auth/viewer';
import { forbidden } from '@/lib/server/errors';

/**
 * Makes sure that a key's old secret manages no keys. It may be the leaked one: it must not rotate the key and outlive
 * its overlap, nor stop the key whose new secret has just replaced it.
 * @throws AppError FORBIDDEN
 */
export function assertPresentSecret(viewer: Viewer): void {
  if (viewer.viaPreviousSecret)
    throw forbidden("This secret is being replaced: use the key's new one to manage keys.");
}
