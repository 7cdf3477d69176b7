import { z } from 'zod';
import { definePreprocessor, PreprocessorProblem } from './define-preprocessor';
import { findCodeLanguage } from './find-code-language';

const languages = ['javascript', 'typescript', 'json', 'css', 'html', 'yaml', 'markdown'] as const;

const parsers = {
  javascript: 'babel',
  typescript: 'babel-ts',
  json: 'json',
  css: 'css',
  html: 'html',
  yaml: 'yaml',
  markdown: 'markdown',
} as const satisfies Record<(typeof languages)[number], string>;

export const normalizeCodeFormat = definePreprocessor({
  name: 'normalizeCodeFormat',
  summary: 'Formats code in one style.',
  options: z.strictObject({
    language: z.enum(languages).optional().describe('The language; found if left out.'),
    indent: z.number().int().min(1).max(8).default(2).describe('The width of an indent.'),
    use_tabs: z.boolean().default(false).describe('Indent with tabs.'),
    max_line_length: z.number().int().min(40).max(320).default(100).describe('Where lines are broken.'),
  }),
  async prepare(text, { language, indent, use_tabs, max_line_length }, { file }) {
    const found = language ?? findCodeLanguage(text, file, languages);
    if (!found)
      throw new PreprocessorProblem(
        `the language isn't one of ${languages.join(', ')}, or wasn't found. Name it in language.`,
      );
    const { format, plugins } = await loadFormatter();
    try {
      const formatted = await format(text, {
        parser: parsers[found],
        plugins,
        tabWidth: indent,
        useTabs: use_tabs,
        printWidth: max_line_length,
      });
      return { text: text.endsWith('\n') ? formatted : formatted.trimEnd() };
    } catch {
      // Its message quotes the text, and other faults than of syntax are the formatter's own.
      throw new PreprocessorProblem(`the text doesn't parse as ${found}.`);
    }
  },
});

/** Loaded only when needed: two megabytes of modules. */
async function loadFormatter() {
  const [{ format }, ...plugins] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
    import('prettier/plugins/html'),
    import('prettier/plugins/markdown'),
    import('prettier/plugins/postcss'),
    import('prettier/plugins/yaml'),
  ]);
  return { format, plugins };
}
