import type { Caller } from '@/lib/engine/text-worker';
import { formatBytes } from '@/lib/format/number';
import { StepFailure } from './run-error';

/** Releases held memory. */
export type Release = () => void;

/** Bounds the memory for the texts of all steps that run in the process. */
export interface TextMemory {
  /** Holds memory for texts of so many bytes; null if not enough is free. */
  hold(accountId: string, bytes: number): Release | null;
  /** Waits for memory, in turns with other accounts. @throws the signal's reason */
  wait(bytes: number, caller: Caller): Promise<Release>;
}

/**
 * Makes texts and holds memory for them. Their size is known only once they are made. If they don't fit next to the
 * texts of other steps, they are dropped, and made again when they do.
 * @param sizeOf bytes
 */
export async function makeTexts<Texts>(
  make: () => Promise<Texts>,
  sizeOf: (texts: Texts) => number,
  memory: TextMemory,
  caller: Caller,
): Promise<{ texts: Texts; release: Release }> {
  const first = await makeOnce(make, sizeOf, memory, caller);
  if ('texts' in first) return first;
  const release = await memory.wait(first.bytes, caller);
  try {
    return { texts: await make(), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** A function of its own, so that texts that don't fit can be collected once it returns. */
async function makeOnce<Texts>(
  make: () => Promise<Texts>,
  sizeOf: (texts: Texts) => number,
  memory: TextMemory,
  { accountId }: Caller,
): Promise<{ texts: Texts; release: Release } | { bytes: number }> {
  const texts = await make();
  const bytes = sizeOf(texts);
  const release = memory.hold(accountId, bytes);
  return release ? { texts, release } : { bytes };
}

/** Bytes of all texts that the templates of one job render, literal ones included, and of its joined outputs. */
export const mostRenderedOfJob = 64 * 1024 * 1024;

/** The texts that a run makes of the values of its job, which may be many times larger than the job's input. */
export class RenderedTexts {
  /** By the id of the step: a step that runs again makes the same texts again. */
  readonly #bytes = new Map<string, number>();

  /** Counts the texts of a step. @throws StepFailure if the texts of all steps are too long together */
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

/** Longest text (characters) that is processed without yielding first. */
const shortText = 50_000;

/** Yields to other work of the process before a long text is processed. */
export async function yieldBeforeLongText(text: string): Promise<void> {
  if (text.length > shortText) await new Promise(setImmediate);
}
