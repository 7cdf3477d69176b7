import { z } from 'zod';

/** A task's or processor's options, in the order of its reference, without the values that it would fill in. */
export function withoutDefaults(schema: z.ZodType, options: unknown): Record<string, unknown> {
  const defaults = defaultsOf(schema);
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(
      // A default is a word, a number, or empty, so the order of its fields doesn't matter.
      ([name, value]) => !defaults.has(name) || JSON.stringify(value) !== defaults.get(name),
    ),
  );
}

const known = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

/** By option, the value that is filled in if it's omitted, as JSON. */
function defaultsOf(schema: z.ZodType): ReadonlyMap<string, string> {
  const found = known.get(schema);
  if (found) return found;
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
  const defaults = new Map(
    fields.flatMap(([name, field]) => {
      const filled = field.safeParse(undefined);
      return filled.success && filled.data !== undefined
        ? [[name, JSON.stringify(filled.data)] as const]
        : [];
    }),
  );
  known.set(schema, defaults);
  return defaults;
}
