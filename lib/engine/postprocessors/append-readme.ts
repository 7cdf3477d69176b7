import { z } from 'zod';
import { definePostprocessor, PostprocessorProblem } from './define-postprocessor';
import { fileNameOption } from './shared-options';

/** Characters of the README and the text together. */
const LONGEST = 1_000_000;

export const appendReadme = definePostprocessor({
  name: 'appendReadme',
  summary: 'Writes the text as a section of a README.',
  options: z.strictObject({
    file_name: fileNameOption,
    heading: z
      .string()
      .max(200)
      .refine((heading) => heading.trim() !== '' && !/[\r\n]/.test(heading), 'must be one line of text')
      .optional()
      .describe("The heading of the section; the step's id if left out."),
    level: z.number().int().min(1).max(3).default(2).describe('The level of the heading.'),
    position: z
      .enum(['start', 'end'])
      .default('end')
      .describe('Where a new section goes; the start is below the title.'),
  }),
  readsFile: true,
  async process({ text }, { file_name, heading, level, position }, { stepId, fileText }) {
    const readme = fileText ?? '';
    if (readme.includes('\0')) throw new PostprocessorProblem("the uploaded file isn't text.");
    if (readme.length + text.length > LONGEST)
      throw new PostprocessorProblem(
        `the README and the text have more than ${LONGEST.toLocaleString('en-US')} characters.`,
      );
    const { placeSection } = await import('./readme/place-section');
    return {
      file: {
        name: file_name ?? 'README.md',
        type: 'text/markdown; charset=utf-8',
        bytes: Buffer.from(placeSection(readme, { heading: heading ?? stepId, level, position, text })),
      },
    };
  },
});
