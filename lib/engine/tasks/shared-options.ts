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

/** The tones that a step can name, with the sentence that each adds to the prompt. */
export const tones = {
  neutral: '',
  formal: 'Keep your distance: full sentences, no contractions.',
  friendly: 'Be warm and direct.',
  technical: 'Use the terms of the field, and explain none.',
  plain: 'Use short sentences and everyday words.',
  persuasive: 'Argue for one thing, with reasons.',
  empathetic: "Acknowledge the reader's situation first.",
} as const;

export type Tone = keyof typeof tones;
