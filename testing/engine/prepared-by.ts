import {
  type Preprocessor,
  type PreprocessorContext,
  PreprocessorProblem,
} from '@/lib/engine/preprocessors/define-preprocessor';

const nothing: PreprocessorContext = { variables: {}, file: null, hidden: [] };

/** The text that a preprocessor makes of another. @param options as a caller writes them */
export async function preparedBy(
  preprocessor: Preprocessor,
  text: string,
  options: object = {},
  context: Partial<PreprocessorContext> = {},
): Promise<string> {
  const prepared = await preprocessor.prepare(text, preprocessor.options.parse(options), {
    ...nothing,
    ...context,
  });
  return prepared.text;
}

/** The problem with which it fails. */
export async function problemOf(
  ...given: Parameters<typeof preparedBy>
): Promise<Pick<PreprocessorProblem, 'code' | 'message'>> {
  const text = await preparedBy(...given).catch((error: unknown) => error);
  if (!(text instanceof PreprocessorProblem)) throw text;
  return { code: text.code, message: text.message };
}
