import { StepFailure } from '@/lib/engine/run/run-error';
import { formatBytes } from '@/lib/format/number';

/** Bytes of all texts that the templates of one job render, literal ones included, and that its steps join of outputs. */
export const mostRenderedOfJob = 64 * 1024 * 1024;

/** The texts that a run makes of the values of its job, which may hold many times what the job was sent with. */
export class RenderedTexts {
  /** By the id of the step: one that runs again makes the same texts again. */
  readonly #bytes = new Map<string, number>();

  /** Counts the texts of a step. @throws StepFailure if those of all steps are too long together */
  count(stepId: string, texts: readonly string[]): void {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    this.#bytes.set(stepId, bytes);
    if ([...this.#bytes.values()].reduce((sum, each) => sum + each, 0) <= mostRenderedOfJob) return;
    throw new StepFailure(
      'TEMPLATE_RENDER_FAILED',
      `The rendered texts of the job have more than ${formatBytes(mostRenderedOfJob)} in total. Read the file or long outputs in fewer steps.`,
    );
  }
}
