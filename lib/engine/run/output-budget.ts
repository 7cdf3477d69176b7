import { workflowLimits } from '@/lib/config/limits';
import { StepFailure } from '@/lib/engine/run/run-error';
import type { FinishedPiece, OutputBounds, StepState } from '@/lib/engine/run/run-store';
import { formatBytes } from '@/lib/format/number';

/**
 * The bytes of a job's outputs and their common limit. Includes the pieces of steps without an output yet, and outputs
 * that were stored before a restart.
 */
export class OutputBudget {
  readonly #bounds: OutputBounds;
  /** The limit of all outputs: by the plan, or by the account's free storage. */
  readonly #most: number;
  /** By position. */
  readonly #held: Map<number, number>;

  constructor(states: readonly StepState[], bounds: OutputBounds) {
    this.#bounds = bounds;
    this.#held = new Map(
      states.map(({ position, outputBytes, pieces }) => [position, outputBytes + bytesOf(pieces)]),
    );
    this.#most = Math.min(bounds.job, this.total + bounds.storageLeft);
  }

  /** @throws StepFailure if no further output fits */
  requireSpace(): void {
    if (this.total >= this.#most) throw this.#tooLarge();
  }

  /**
   * Counts the output of a step, or its pieces so far, in place of its earlier count.
   * @throws StepFailure if that is too much; the step then counts as before
   */
  hold(position: number, bytes: number): void {
    if (bytes > workflowLimits.outputBytes)
      throw new StepFailure(
        'OUTPUT_TOO_LARGE',
        `The output has more than ${formatBytes(workflowLimits.outputBytes)}. Divide the step's work among several steps.`,
      );
    if (this.total - (this.#held.get(position) ?? 0) + bytes > this.#most) throw this.#tooLarge();
    this.#held.set(position, bytes);
  }

  /** Stops counting a step, except for an output that an earlier run has stored. */
  release({ position, outputBytes }: StepState): void {
    this.#held.set(position, outputBytes);
  }

  /** The bytes of all. */
  get total(): number {
    return [...this.#held.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  #tooLarge(): StepFailure {
    const { job } = this.#bounds;
    return new StepFailure(
      'OUTPUT_TOO_LARGE',
      this.#most < job
        ? "The account's storage has no space for the output. Delete jobs, or ask an admin for a larger plan."
        : `The outputs of the job exceed ${formatBytes(job)} in total. Ask for shorter outputs, or divide the workflow into several jobs.`,
    );
  }
}

/** The bytes of the JSON of pieces. */
export const bytesOf = (pieces: readonly FinishedPiece[]): number =>
  pieces.reduce((sum, { bytes }) => sum + bytes, 0);
