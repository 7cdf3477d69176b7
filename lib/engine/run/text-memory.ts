import type { Caller } from '@/lib/engine/expressions/expressions';

/** Lets go of memory that was held. */
export type Release = () => void;

/** Bounds what the texts of all steps that run in the process take of its memory. */
export interface TextMemory {
  /** Holds memory for texts of so many bytes; null if others hold too much. */
  hold(accountId: string, bytes: number): Release | null;
  /** Waits for memory, in turns with other accounts. @throws the signal's reason */
  wait(bytes: number, caller: Caller): Promise<Release>;
}

/**
 * Makes texts and holds memory for them. Their size is known only once they are made: if they don't fit beside those of
 * other steps, they are let go, and made again when they do.
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

/** A function of its own: what it returns is all that is left of texts that don't fit. */
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
