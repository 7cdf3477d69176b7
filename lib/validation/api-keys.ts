import { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { calendarDate } from '@/lib/validation/calendar-date';
import { optionalLine } from '@/lib/validation/line';
import { scopes } from '@/lib/validation/users';

export const newApiKeyInput = z.object({
  name: optionalLine("A key's name", limits.apiKeyName.max).default(null),
  scopes: scopes.nullish(),
  /** The last UTC day on which the key works. */
  expires_at: calendarDate.nullish(),
});
