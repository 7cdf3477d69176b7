import type { HiddenValue } from '@/lib/engine/preprocessors/define-preprocessor';
import { restoreText, restoreValues } from '@/lib/engine/preprocessors/placeholders';
import type { TextFormat } from '@/lib/engine/preprocessors/write-restored';
import { StepFailure } from '@/lib/engine/run/run-error';

/** Characters of an output's JSON with its values put back. */
const longestRestored = 10 * 1024 * 1024;

/**
 * The output of a step with the values that were hidden from its models.
 * @param writtenIn the format of the output's field `text`
 * @throws StepFailure if it would be too long: a model may repeat the placeholder of a long value
 */
export function restoreOutput(
  output: unknown,
  hidden: readonly HiddenValue[],
  writtenIn: TextFormat | null = null,
): unknown {
  const lengths = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder, value }) => [placeholder, value.length]),
  );
  if (lengths.size === 0) return output;
  const json = JSON.stringify(output);
  let length = json.length;
  for (const [name] of json.matchAll(/\[[A-Z]+_\d+\]/g)) length += lengths.get(name) ?? 0;
  if (length > longestRestored)
    throw new StepFailure('PROCESSOR_FAILED', 'The output with its values put back has more than 10 MiB.');
  const { text } = output as { text?: unknown };
  if (!writtenIn || typeof text !== 'string') return restoreValues(output, hidden);
  const rest = restoreValues({ ...(output as object), text: '' }, hidden);
  return { ...(rest as object), text: restoreText(text, hidden, writtenIn) };
}
