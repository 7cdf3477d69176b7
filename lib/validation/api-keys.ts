import { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { scopes } from '@/lib/validation/users';

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z.iso.date('Enter a date as YYYY-MM-DD.');

export const newApiKeyInput = z.object({
  /** Trimmed; an empty name is stored as none. */
  name: z
    .string()
    .trim()
    .max(limits.apiKeyName.max, `A key's name has at most ${limits.apiKeyName.max} characters.`)
    .refine((name) => !/\p{Cc}/u.test(name), "A key's name has no line breaks or control characters.")
    .transform((name) => name || null)
    .nullish()
    .transform((name) => name ?? null),
  scopes: scopes.nullish(),
  /** The last UTC day on which the key works. */
  expires_at: calendarDate.nullish(),
});
