import type { Caller, Expressions } from '@/lib/engine/expressions/expressions';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { namedEncoding } from '@/lib/engine/preprocessors/standardize-encoding';
import { StepFailure } from '@/lib/engine/run/run-error';
import { templatesRead } from '@/lib/engine/run/step-scope';
import type { Step, Workflow } from '@/lib/engine/workflow';

/**
 * The uploaded file as a step reads it: in the encoding that the step names, else as it was found to be.
 * @returns null if there is none; unchanged if the step doesn't read it
 * @throws StepFailure if it is binary, or doesn't fit the encoding
 */
export async function readFile(
  step: Step,
  workflow: Workflow,
  expressions: Pick<Expressions, 'decode'>,
  caller: Caller,
): Promise<string | null> {
  const { file, fileEncoding } = workflow;
  if (file === null || fileEncoding === null || !readsFile(step, workflow)) return file;
  const named = namedEncoding(step.preprocessors);
  if (named === null) {
    if (fileEncoding.name !== 'bytes') return file;
    throw new StepFailure(
      'ENCODING_UNSUPPORTED',
      "The uploaded file isn't text. If it is UTF-16, name that in the option encoding of standardizeEncoding.",
    );
  }
  const text = await expressions.decode({ text: file, encoding: fileEncoding }, named, caller);
  if (text !== null) return text;
  throw new StepFailure(
    'ENCODING_UNSUPPORTED',
    `standardizeEncoding: the uploaded file is binary, or isn't encoded as ${named}.`,
  );
}

function readsFile(step: Step, workflow: Workflow): boolean {
  const { input, reads, preprocessors } = step;
  return (
    (input === null && reads.length === 0 && workflow.input.trim() === '') ||
    templatesRead(step, 'file') ||
    preprocessors.some(({ name }) => preprocessorNamed(name)?.readsFile)
  );
}
