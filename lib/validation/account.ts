import { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { line } from '@/lib/validation/line';

export const accountName = line('An account name', limits.accountName.max).min(1, 'Enter an account name.');

/** A field left out, or null, stays as it is. */
export const accountUpdates = z.object({
  account_name: accountName.nullish(),
  account_plan_id: z.string().nullish(),
  settings: z
    .record(z.string(), z.json(), 'Settings are a JSON object.')
    .refine(
      (settings) =>
        new TextEncoder().encode(JSON.stringify(settings)).length <= limits.accountSettings.maxBytes,
      `Settings have at most ${limits.accountSettings.maxBytes / 1024} KiB.`,
    )
    .nullish(),
});

export type AccountUpdates = Omit<z.input<typeof accountUpdates>, 'settings'> & { settings?: unknown };
