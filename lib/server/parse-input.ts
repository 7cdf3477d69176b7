import type { z } from 'zod';
import { badInput } from '@/lib/server/errors';

/**
 * Checks input against the same schema as its form.
 * @throws AppError BAD_USER_INPUT with a sentence per invalid field
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message;
  throw badInput(fields);
}
