import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';
import { usageAlertPercents } from '@/lib/config/plans';
import { isStorable } from '@/lib/rules/json';
import { line } from '@/lib/validation/line';

export const accountName = line('An account name', limits.accountName.max).min(1, 'Enter an account name.');

/** A field omitted, or null, stays as it is. */
export const accountUpdates = z.object({
  account_name: accountName.nullish(),
  account_plan_id: z.string().nullish(),
  settings: z
    .custom<JsonObject>(isObject, 'Settings are a JSON object.')
    .refine((settings) => isWithin(settings, limits.accountSettings.depth), {
      error: `Settings are nested ${limits.accountSettings.depth} deep at most.`,
      // The checks below would recurse through any depth and overflow the stack.
      abort: true,
    })
    .refine(
      (settings) =>
        new TextEncoder().encode(JSON.stringify(settings)).length <= limits.accountSettings.maxBytes,
      `Settings have at most ${limits.accountSettings.maxBytes / 1024} KiB.`,
    )
    .refine(isStorable, "Settings can't contain U+0000, or half of a surrogate pair.")
    .nullish(),
});

export type AccountUpdates = Omit<z.input<typeof accountUpdates>, 'settings'> & { settings?: unknown };

/** The percentages of the limit to be alerted at; parsed they are ascending, each once. */
export const usageAlertChoice = z.object({
  percents: z
    .array(z.number())
    .refine(
      (chosen) => chosen.every((percent) => usageAlertPercents.some((offered) => offered === percent)),
      `Choose from ${new Intl.ListFormat('en-US').format(usageAlertPercents.map(String))} percent.`,
    )
    .transform((chosen) => usageAlertPercents.filter((percent) => chosen.includes(percent))),
});

type Json = string | number | boolean | null | Json[] | JsonObject;
type JsonObject = { [key: string]: Json };

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is nested at most so deep; never recurses deeper itself. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
}
