import { z } from 'zod';
import { definePreprocessor } from './define-preprocessor';
import { type Encoding, encodings } from './file-encoding';

const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tab and line end, and byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones to remove
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g;
/** Normalization sorts the marks of a character, in a time that grows with the square of their number. */
const MANY_MARKS = /(?<!\p{M})\p{M}{500}/u;
const SINGLE_QUOTES = /[\u2018-\u201b]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f]/g;

/** The file is decoded where the step reads it (file-encoding.ts); this cleans the result. */
export const standardizeEncoding = definePreprocessor({
  name: 'standardizeEncoding',
  summary: 'Makes clean Unicode of a text.',
  options: z.strictObject({
    encoding: z.enum(encodings).optional().describe('How the uploaded file is encoded; found if left out.'),
    form: z.enum(['nfc', 'nfkc', 'none']).default('nfc').describe('The Unicode normalization.'),
    line_endings: z.enum(['lf', 'crlf']).default('lf').describe('The line endings.'),
    straighten_quotes: z.boolean().default(false).describe('Whether typographic quotes become `\'` and `"`.'),
  }),
  isLight: (text) => !MANY_MARKS.test(text),
  prepare(text, { form, line_endings, straighten_quotes }) {
    let clean = text.toWellFormed().replace(LINE_END, '\n').replace(CONTROLS, '');
    if (form !== 'none') clean = clean.normalize(form === 'nfc' ? 'NFC' : 'NFKC');
    if (straighten_quotes) clean = clean.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
    return { text: line_endings === 'crlf' ? clean.replaceAll('\n', '\r\n') : clean };
  },
});

/** The encoding of the file that the first of a step's preprocessors names; null if none does. */
export function namedEncoding(entries: readonly { name: string; options: unknown }[]): Encoding | null {
  for (const { name, options } of entries) {
    const { encoding } = options as { encoding?: Encoding };
    if (name === standardizeEncoding.name && encoding) return encoding;
  }
  return null;
}
