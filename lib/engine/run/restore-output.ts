import type { HiddenValue } from '@/lib/engine/preprocessors/define-preprocessor';
import { restoreValues } from '@/lib/engine/preprocessors/placeholders';
import { StepFailure } from '@/lib/engine/run/run-error';

/** Characters of an output's JSON with its values put back. */
const longestRestored = 10 * 1024 * 1024;

/**
 * The output of a step with the values that were hidden from its models.
 * @throws StepFailure if it would be too long: a model may repeat the placeholder of a long value
 */
export function restoreOutput(output: unknown, hidden: readonly HiddenValue[]): unknown {
  const lengths = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder, value }) => [placeholder, value.length]),
  );
  if (lengths.size === 0) return output;
  const json = JSON.stringify(output);
  let length = json.length;
  for (const [name] of json.matchAll(/\[[A-Z]+_\d+\]/g)) length += lengths.get(name) ?? 0;
  if (length > longestRestored)
    throw new StepFailure('PROCESSOR_FAILED', 'The output with its values put back has more than 10 MiB.');
  return restoreValues(output, hidden);
}
