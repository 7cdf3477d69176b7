import { createHash } from 'node:crypto';
import { conflict } from '@/lib/server/errors';

/**
 * The entity tag (RFC 9110, 8.8.3) of a record's state: equal for equal fields.
 * @param fields the fields that a change may replace
 */
export function etagOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
}

/**
 * Ensures that a caller has seen the state that the write will replace.
 * @param given the tag that the caller last read; without one, there is no check
 * @param present the record's current tag
 * @param thing the record, as the start of a sentence: `This user`
 * @throws AppError CONFLICT
 */
export function assertFresh(given: string | null | undefined, present: string, thing: string): void {
  if (given != null && given !== present) {
    throw conflict(
      `${thing} has changed since you read it. Your change wasn't saved. Review the latest version.`,
    );
  }
}
