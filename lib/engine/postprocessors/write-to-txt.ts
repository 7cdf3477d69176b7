import { z } from 'zod';
import { definePostprocessor } from './define-postprocessor';
import { fileNameOption } from './shared-options';

export const writeToTxt = definePostprocessor({
  name: 'writeToTxt',
  summary: 'Writes the text as it is.',
  options: z.strictObject({
    file_name: fileNameOption,
    line_length: z
      .number()
      .int()
      .min(0)
      .max(400)
      .refine((length) => length === 0 || length >= 40, 'must be 0, or between 40 and 400')
      .default(0)
      .describe('Wrap after so many characters; 0 leaves lines alone.'),
    line_endings: z.enum(['lf', 'crlf']).default('lf').describe('The line endings.'),
  }),
  process({ text }, { file_name, line_length, line_endings }, { stepId }) {
    const lines = text.split(/\r\n|\r|\n/);
    const wrapped = line_length === 0 ? lines : lines.flatMap((line) => wrap(line, line_length));
    return {
      file: {
        name: file_name ?? `${stepId}.txt`,
        type: 'text/plain; charset=utf-8',
        bytes: Buffer.from(wrapped.join(line_endings === 'crlf' ? '\r\n' : '\n')),
      },
    };
  },
});

/** Divides a line between words. The space where it's divided goes; all other space stays. */
function wrap(line: string, longest: number): string[] {
  const lines: string[] = [];
  let current = '';
  let length = 0;
  // Each word with the space before it. Spaces that don't break, such as U+00A0, are a part of words.
  for (const [, space = '', word = ''] of line.matchAll(/([ \t]*)([^ \t]+|$)/g)) {
    const wordLength = countCharacters(word);
    if (word !== '' && current.trim() !== '' && length + space.length + wordLength > longest) {
      lines.push(current);
      current = word;
      length = wordLength;
    } else {
      current += space + word;
      length += space.length + wordLength;
    }
  }
  return [...lines, current];
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
