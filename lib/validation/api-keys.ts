import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';
import { dayInYears } from '@/lib/validation/calendar-date';
import { optionalLine } from '@/lib/validation/line';
import { scopeFlags, scopes } from '@/lib/validation/users';

const maxGrace = limits.keyOverlap.max / 1000;
const graceBounds = `The old secret can keep working for 0 to ${maxGrace} seconds (${maxGrace / 86_400} days).`;

const name = optionalLine("A key's name", limits.apiKeyName.max);

export const keyNameInput = z.object({ name });

export const newApiKeyInput = z.object({
  name: name.default(null),
  /** Null if no flag was given, which means the owner's read and write. Flags that grant nothing are kept. */
  scopes: scopeFlags
    .nullish()
    .transform((flags) => (flags && Object.values(flags).some((flag) => flag != null) ? flags : null))
    .pipe(scopes.nullable()),
  /** The last UTC day on which the key works. */
  expires_at: dayInYears.nullish(),
});

export const rotationInput = z.object({
  /** Seconds for which the old secret keeps working. */
  grace: z
    .int(graceBounds)
    .min(0, graceBounds)
    .max(maxGrace, graceBounds)
    .nullish()
    .transform((seconds) => seconds ?? 0),
});
