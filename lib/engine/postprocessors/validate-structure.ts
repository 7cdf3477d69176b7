import { z } from 'zod';
import { failureMessage } from '@/lib/engine/replies/failure-message';
import { TooMuchWork } from '@/lib/engine/replies/problems';
import { schemaFailures } from '@/lib/engine/replies/schema-failures';
import { schemaOption } from '@/lib/engine/tasks/shared-options';
import { definePostprocessor, PostprocessorProblem, withField } from './define-postprocessor';
import { findPart } from './read-table';
import { pathOption } from './shared-options';

type Schema = z.infer<typeof schemaOption>;

export const validateStructure = definePostprocessor({
  name: 'validateStructure',
  summary: 'Checks the output against a JSON Schema.',
  options: z.strictObject({
    schema: schemaOption.describe('The JSON Schema.'),
    path: pathOption,
    on_invalid: z
      .enum(['fail', 'report'])
      .default('fail')
      .describe("Fail the step, or add what's wrong to the output."),
  }),
  process({ output }, { schema, path, on_invalid }) {
    const failures = structureFailures(output, schema, path);
    if (on_invalid === 'report') return { output: withField(output, 'structure_errors', failures) };
    const [first] = failures;
    if (!first) return {};
    const place = namedPlace(first.path, { schema, path });
    throw new PostprocessorProblem(`At ${place || 'the top'}: ${first.message}`, 'STRUCTURE_INVALID');
  },
});

/** At most 100, with paths from the top of the output. */
function structureFailures(output: unknown, schema: Schema, path = '') {
  const part = findPart(output, path || undefined);
  if (!part) return [{ path, message: failureMessage('required', true) }];
  try {
    return schemaFailures(part.value, schema).map((failure) => ({
      path: [path, failure.path].filter(Boolean).join('.').replace('.[', '['),
      message: failure.message,
    }));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    throw new PostprocessorProblem('it takes too much work to check the output against this schema.');
  }
}

/**
 * A place as far as the options name it. A field that they don't name comes from the model and may contain a value that
 * was hidden, which errors never quote.
 */
function namedPlace(place: string, options: object): string {
  const known = JSON.stringify(options);
  const segments = place.split(/(?=[.[])/);
  const unknown = segments.findIndex((segment) => {
    const name = segment.replace(/^\./, '');
    return !/^\[\d+\]$/.test(name) && !known.includes(JSON.stringify(name).slice(1, -1));
  });
  return unknown < 0 ? place : `${segments.slice(0, unknown).join('')}.…`.replace(/^\./, '');
}
