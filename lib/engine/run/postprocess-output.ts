import type { WrittenFile } from '@/lib/engine/postprocessors/define-postprocessor';
import { freeFileName, safeFileName } from '@/lib/engine/postprocessors/file-name';
import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { type HiddenValue, PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import { StepFailure } from '@/lib/engine/run/run-error';
import type { StepRun } from '@/lib/engine/run/step-run';
import { outputText } from '@/lib/engine/run/step-scope';

/** The input of a step's postprocessors. */
interface StepOutput {
  texts: StepTexts;
  /** As the model gave it, with placeholders. */
  made: unknown;
  /** With the hidden values put back. */
  output: unknown;
  model: string | null;
}

/**
 * Runs the postprocessors of a step, each on what the one before has left, and stores their files. The files are shown
 * once the step has completed.
 * @throws PostprocessorProblem of the first that fails; StepFailure if a file doesn't fit in the account's storage
 */
export async function postprocessOutput(
  run: StepRun,
  { texts, made, output, model }: StepOutput,
): Promise<{ output: unknown; files: number }> {
  const { step, engine } = run;
  let processed = { output, text: outputText(step.task, output) };
  const names: string[] = [];
  for (const entry of step.postprocessors) {
    const reads = postprocessorNamed(entry.name);
    if (!reads)
      throw new StepFailure(
        'STORED_RESULT_INVALID',
        `There is no postprocessor named ${entry.name} anymore.`,
      );
    const { file, ...left } = await engine.textWorker.postprocess(
      {
        ...processed,
        entry,
        context: {
          stepId: step.id,
          task: step.task,
          // Unread values aren't sent to another process.
          originalText: reads.readsOriginalText ? await restored(run, texts.text, texts.hidden) : '',
          fileText: reads.readsFile ? run.workflow.file : null,
          record: reads.readsRecord ? recordOf(run, texts.text, made, model) : null,
        },
      },
      run,
    );
    processed = left;
    if (file) await keep(run, file, names);
  }
  return { output: processed.output, files: names.length };
}

async function restored(run: StepRun, text: string, hidden: readonly HiddenValue[]): Promise<string> {
  try {
    return String(await run.engine.textWorker.restore({ output: text, hidden, writtenIn: null }, run));
  } catch (error) {
    if (error instanceof PreprocessorProblem) throw new StepFailure('PROCESSOR_FAILED', error.message);
    throw error;
  }
}

/** @param names of the step's files so far; grows */
async function keep(run: StepRun, { name, type, bytes }: WrittenFile, names: string[]): Promise<void> {
  const free = freeFileName(safeFileName(name, run.step.id), names);
  names.push(free);
  await run.keepFile({ number: names.length, name: free, type, bytes });
}

function recordOf(
  { step, log, engine, calledAt }: StepRun,
  text: string,
  made: unknown,
  model: string | null,
) {
  const { attempts, tokensIn, tokensOut, costNanos } = log.tally;
  return {
    step: step.id,
    task: step.task,
    model,
    attempts,
    fallbacks: [...log.failedModels].filter((failed) => failed !== model),
    latencyMs: Math.max(0, Math.round(engine.clock.elapsed() - calledAt)),
    tokensIn,
    tokensOut,
    cost: costNanos === null ? null : costNanos / 1e9,
    text,
    output: made,
  };
}
