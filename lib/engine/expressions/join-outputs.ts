import { formatBytes } from '@/lib/format/number';
import { mostRenderedBytes } from './liquid';
import { TemplateProblem } from './problems';

/**
 * The text of a step that reads several outputs: they as JSON, by the ids of their steps.
 * @throws TemplateProblem if it is too long
 */
export function joinOutputs(outputs: Record<string, unknown>): string {
  const text = JSON.stringify(outputs, null, 2);
  if (Buffer.byteLength(text) > mostRenderedBytes)
    throw new TemplateProblem(
      `The outputs that the step reads have more than ${formatBytes(mostRenderedBytes)} together.`,
    );
  return text;
}
