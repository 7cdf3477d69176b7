import { type HiddenValue, PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import { restoreText, restoreValues } from '@/lib/engine/preprocessors/placeholders';
import type { TextFormat } from '@/lib/engine/preprocessors/write-restored';

/** Characters of an output's JSON with its values put back. */
const longestRestored = 10 * 1024 * 1024;

/** An output with placeholders, and what they stand for. All values are JSON. */
export interface Restoration {
  output: unknown;
  hidden: readonly HiddenValue[];
  /** The format of the output's field `text`; null if that is words. */
  writtenIn: TextFormat | null;
}

/**
 * The output of a step with the values that were hidden from its models.
 * @throws PreprocessorProblem if it would be too long: a model may repeat the placeholder of a long value
 */
export function restoreOutput({ output, hidden, writtenIn }: Restoration): unknown {
  const lengths = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder, value }) => [placeholder, value.length]),
  );
  if (lengths.size === 0) return output;
  const json = JSON.stringify(output);
  let length = json.length;
  for (const [name] of json.matchAll(/\[[A-Z]+_\d+\]/g)) length += lengths.get(name) ?? 0;
  if (length > longestRestored)
    throw new PreprocessorProblem('The output with its values put back has more than 10 MiB.');
  const { text } = output as { text?: unknown };
  if (!writtenIn || typeof text !== 'string') return restoreValues(output, hidden);
  const rest = restoreValues({ ...(output as object), text: '' }, hidden);
  return { ...(rest as object), text: restoreText(text, hidden, writtenIn) };
}
