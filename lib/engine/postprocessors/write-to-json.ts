import { z } from 'zod';
import { definePostprocessor, fileTooLarge, longestFile } from './define-postprocessor';
import { fileNameOption } from './shared-options';

export const writeToJson = definePostprocessor({
  name: 'writeToJson',
  summary: 'Writes the output as JSON.',
  options: z.strictObject({
    file_name: fileNameOption,
    indent: z.number().int().min(0).max(8).default(2).describe('Spaces per indent; 0 writes one line.'),
  }),
  process({ output }, { file_name, indent }, { stepId }) {
    // Before it's written: indents can make a file that no memory has room for.
    if (countIndents(output) * indent > longestFile) throw fileTooLarge();
    return {
      file: {
        name: file_name ?? `${stepId}.json`,
        type: 'application/json',
        bytes: Buffer.from(`${JSON.stringify(output, null, indent)}\n`),
      },
    };
  },
});

/** The indents of all lines of a value in JSON, without those of closing brackets. */
function countIndents(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return depth;
  return Object.values(value).reduce<number>((sum, inner) => sum + countIndents(inner, depth + 1), depth);
}
