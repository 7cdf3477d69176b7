import { PreprocessorProblem } from './define-preprocessor';

/** Bytes (UTF-8) of a text before and after a preprocessor. */
export const longestPrepared = 10 * 1024 * 1024;

export const tooLongOut = () => new PreprocessorProblem('the text would have more than 10 MiB.');
export const tooLongIn = () => new PreprocessorProblem('the text has more than 10 MiB.');

/** Whether a text can be given to a preprocessor, or by it to the next. */
export const isPreparable = (text: string): boolean =>
  text.length <= longestPrepared && Buffer.byteLength(text) <= longestPrepared;
