import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { namedEncoding } from '@/lib/engine/preprocessors/standardize-encoding';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Caller, TextWorker } from '@/lib/engine/text-worker';
import type { Step, Workflow } from '@/lib/engine/workflow';
import { StepFailure } from './run-error';
import type { StepState } from './run-store';
import type { StepRun } from './step-run';
import { outputText, templateScope, templatesRead } from './step-scope';

/** The material of a step: its text and instructions after its preprocessors, and its options. */
export async function readTexts(run: StepRun, task: Task): Promise<StepTexts> {
  const { workflow, step, engine } = run;
  const { preprocessors: entries, options } = step;
  const file = await readFile(step, workflow, engine.textWorker, run);
  const { text, instructions } = await renderTexts(run, file);
  if (entries.length === 0) return { text, instructions, options, hidden: [] };
  const gone = entries.find(({ name }) => !preprocessorNamed(name));
  if (gone)
    throw new StepFailure('STORED_RESULT_INVALID', `There is no preprocessor named ${gone.name} anymore.`);
  const { variables, fileName } = workflow;
  const named = file === null ? null : { name: fileName ?? 'file', text: file };
  const texts = await engine.textWorker.prepare(
    { entries, text, instructions, options, variables, file: named },
    run,
  );
  if (texts.hidden.length > 0 && !(await engine.textWorker.fits(task.name, texts.options, run)))
    throw new StepFailure(
      'PROCESSOR_FAILED',
      "stripSensitiveData: a value that it hides is in an option of the task that can't hold a placeholder. Change the option, or list the value in keep.",
    );
  return texts;
}

/** The text and the instructions of a step as its templates render them, in one piece of work. */
async function renderTexts(
  run: StepRun,
  file: string | null,
): Promise<{ text: string; instructions: string }> {
  const { workflow, step, states, rendered } = run;
  const { textWorker } = run.engine;
  const scope = templateScope(step, workflow, states, file);
  if (step.input !== null) {
    const texts = await textWorker.render([step.input, step.instructions], scope, run);
    rendered.count(step.id, texts);
    const [text = '', instructions = ''] = texts;
    return { text, instructions };
  }
  const own = readOwnText(step, workflow, states, file);
  const text = 'text' in own ? own.text : await textWorker.join(own.outputs, run);
  const isNothing = text.trim() === '' && step.preprocessors.length === 0;
  const [instructions = ''] = isNothing ? [] : await textWorker.render([step.instructions], scope, run);
  rendered.count(step.id, 'text' in own ? [instructions] : [text, instructions]);
  return { text, instructions };
}

/** The text of a step without an input of its own. */
type OwnText = { text: string } | { outputs: Record<string, unknown> };

/**
 * The text of a step without an input of its own: the outputs of its dependencies. Without any, it's the workflow's
 * input or the uploaded file.
 * @returns several outputs as they are, by the ids of their steps, for the caller to join
 */
function readOwnText(
  step: Step,
  { steps, input }: Workflow,
  states: readonly StepState[],
  file: string | null,
): OwnText {
  const [only, ...others] = step.reads;
  if (only === undefined) return { text: input.trim() === '' ? (file ?? '') : input };
  if (others.length === 0) return { text: outputText(steps[only]?.task ?? '', states[only]?.output ?? null) };
  const outputs = step.reads.map((position) => [steps[position]?.id ?? '', states[position]?.output ?? null]);
  return outputs.every(([, output]) => output === null)
    ? { text: '' }
    : { outputs: Object.fromEntries(outputs) };
}

/**
 * The uploaded file as a step reads it: in the encoding that the step names; otherwise, in the detected encoding.
 * @returns null without a file; unchanged if the step doesn't read it
 * @throws StepFailure if it is binary, or doesn't fit the encoding
 */
async function readFile(
  step: Step,
  workflow: Workflow,
  textWorker: Pick<TextWorker, 'decode'>,
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
  const text = await textWorker.decode({ text: file, encoding: fileEncoding }, named, caller);
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
