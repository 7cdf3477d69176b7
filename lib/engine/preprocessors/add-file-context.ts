import { z } from 'zod';
import { fitsUncounted, loadTokenizer } from './count-tokens';
import { cutText } from './cut-text';
import { definePreprocessor, PreprocessorProblem } from './define-preprocessor';

const CUT = '[…]';

export const addFileContext = definePreprocessor({
  name: 'addFileContext',
  summary: "Adds the text of the uploaded file to the step's text.",
  options: z.strictObject({
    position: z.enum(['before', 'after']).default('before').describe('Where the file is put.'),
    max_tokens: z.number().int().min(1).max(100_000).default(4_000).describe('Cut the file after so many.'),
    required: z.boolean().default(true).describe('Fail if the job has no file.'),
  }),
  readsFile: true,
  isLight: (_text, { max_tokens }, { file }) => file === null || fitsUncounted(file.text, max_tokens),
  async prepare(text, { position, max_tokens, required }, { file }) {
    if (!file) {
      if (required) throw new PreprocessorProblem('the job has no file.');
      return { text };
    }
    const block = `File: ${file.name}\n${(await cutFile(file.text, max_tokens)).trimEnd()}`;
    if (text.trim() === '') return { text: block };
    return { text: position === 'before' ? `${block}\n\n${text}` : `${text}\n\n${block}` };
  },
});

async function cutFile(text: string, maxTokens: number): Promise<string> {
  if (fitsUncounted(text, maxTokens)) return text;
  return cutText(text, { maxTokens, keep: 'start', marker: CUT }, await loadTokenizer());
}
