import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { writeRefusals } from './write-refusals';

/** Long enough after the answer that its time tells nothing of the write. */
const WRITE_EVERY = 1_000;

/**
 * Writes refused sign-ins and calls into the audit trail while a server runs, every second what there is.
 * @returns ends it, and writes the rest before the process ends
 */
export function keepRefusals(ctx: ServerContext): () => Promise<void> {
  const end = repeat(WRITE_EVERY, () => writeRefusals(ctx));
  return async () => {
    await end();
    await writeRefusals(ctx, { all: true });
  };
}
