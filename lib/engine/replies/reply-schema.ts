import { z } from 'zod';
import type { JsonSchema } from '@/lib/engine/calls/provider';

/** The JSON Schema of a shape, as models take it. */
export function replySchema(shape: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any' });
  return schema;
}
