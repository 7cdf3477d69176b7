import type { ServerContext } from '@/lib/server/server-context';
import { writeRefusals } from './write-refusals';

/** Long enough after the answer that its time tells nothing of the write. */
const WRITE_EVERY = 1_000;

/**
 * Writes refused sign-ins and calls into the audit trail while a server runs, every second what there is.
 * @returns what writes the rest before the process ends
 */
export function keepRefusals(ctx: ServerContext): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const write = (all: boolean) => {
    last = last.then(() => writeRefusals(ctx, { all }));
    return last;
  };
  setInterval(() => write(false), WRITE_EVERY).unref();
  return () => write(true);
}
