import { z } from 'zod';
import { fitsUncounted, loadTokenizer } from './count-tokens';
import { cutText, fits } from './cut-text';
import { definePreprocessor, PreprocessorProblem } from './define-preprocessor';

export const enforceTokenLimit = definePreprocessor({
  name: 'enforceTokenLimit',
  summary: 'Cuts a text to a number of tokens, or refuses it.',
  options: z.strictObject({
    max_tokens: z.number().int().min(1).max(10_000_000).describe('Most tokens of the text.'),
    keep: z.enum(['start', 'end', 'both']).default('start').describe('Which part stays.'),
    on_exceed: z.enum(['truncate', 'fail']).default('truncate').describe('Cut the text, or fail the step.'),
    marker: z.string().max(200).default('[…]').describe('Shows where something was cut.'),
  }),
  isLight: (text, { max_tokens }) => fitsUncounted(text, max_tokens),
  async prepare(text, { max_tokens: maxTokens, keep, on_exceed, marker }) {
    if (fitsUncounted(text, maxTokens)) return { text };
    const count = await loadTokenizer();
    if (on_exceed === 'truncate') return { text: cutText(text, { maxTokens, keep, marker }, count) };
    if (fits(text, maxTokens, count)) return { text };
    throw new PreprocessorProblem(
      `the text has more than ${maxTokens.toLocaleString('en-US')} tokens.`,
      'PROMPT_TOO_LONG',
    );
  },
});
