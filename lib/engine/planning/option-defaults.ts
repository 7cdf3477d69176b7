import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A task's or processor's options, in the order of its reference, without the values that it would fill in. */
export function withoutDefaults(schema: z.ZodType, options: unknown): Record<string, unknown> {
  const defaults = defaultsOf(schema);
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(
      ([name, value]) => !defaults.has(name) || !isDeepStrictEqual(value, defaults.get(name)),
    ),
  );
}

const known = new WeakMap<z.ZodType, ReadonlyMap<string, unknown>>();

/** By option, the value that is filled in if it's omitted. */
function defaultsOf(schema: z.ZodType): ReadonlyMap<string, unknown> {
  const found = known.get(schema);
  if (found) return found;
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
  const defaults = new Map(
    fields.flatMap(([name, field]) => {
      const filled = field.safeParse(undefined);
      return filled.success && filled.data !== undefined ? [[name, filled.data] as const] : [];
    }),
  );
  known.set(schema, defaults);
  return defaults;
}
