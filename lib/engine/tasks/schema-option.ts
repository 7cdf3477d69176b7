import { z } from 'zod';
import { compileSchema, SchemaProblem } from '@/lib/engine/replies/compile-schema';

/** An option that is a caller's JSON Schema. */
export const schemaOption = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  try {
    compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    context.addIssue({ code: 'custom', message: error.message, continue: false });
  }
});
