import { createHash } from 'node:crypto';
import { conflict } from '@/lib/server/errors';

/**
 * Names the state of a record by its contents: equal as long as no field differs (an entity tag, RFC 9110, 8.8.3).
 * @param fields what a change may replace
 */
export function etagOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
}

/**
 * Makes sure that a caller knows the state that the write is about to replace.
 * @param given the tag the caller last read; null or undefined: no check was asked for
 * @param present the tag of the record as it is now
 * @param thing the record, as a sentence begins: `This user`
 * @throws AppError CONFLICT
 */
export function assertFresh(given: string | null | undefined, present: string, thing: string): void {
  if (given != null && given !== present) {
    throw conflict(`${thing} has changed since you read it. Nothing was saved; look at it again.`);
  }
}
