import { z } from 'zod';
import { removeRanges } from '@/lib/engine/preprocessors/debug-code/debug-code';
import { kindsOfDebugCode } from './debug-code/debug-code';
import { debugJavaScript, debugTypeScript } from './debug-code/debug-javascript';
import { debugPython } from './debug-code/debug-python';
import { definePreprocessor, PreprocessorProblem } from './define-preprocessor';
import { findCodeLanguage } from './find-code-language';

const languages = ['javascript', 'typescript', 'python'] as const;

const finders = { javascript: debugJavaScript, typescript: debugTypeScript, python: debugPython };

export const removeDebugCode = definePreprocessor({
  name: 'removeDebugCode',
  summary: 'Takes debugging statements out of code.',
  options: z.strictObject({
    language: z.enum(languages).optional().describe('The language; found if left out.'),
    remove: z
      .array(z.enum(kindsOfDebugCode))
      .min(1)
      .max(kindsOfDebugCode.length)
      .default(['logging', 'breakpoints'])
      .describe('What to take out.'),
  }),
  async prepare(text, { language, remove }, { file }) {
    const found = language ?? findCodeLanguage(text, file, languages);
    if (!found)
      throw new PreprocessorProblem(
        `the language isn't one of ${languages.join(', ')}, or wasn't found. Name it in language.`,
      );
    const removals = await finders[found](text, new Set(remove));
    if (!removals) throw new PreprocessorProblem(`the text doesn't parse as ${found}.`);
    return { text: removeRanges(text, removals) };
  },
});
