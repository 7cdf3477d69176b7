import { randomBytes } from 'node:crypto';
import type { Database } from '@/lib/server/database';

/** What every rule may reach beside its input; a seed or a test brings its own clock and chance. */
export interface ServerContext {
  db: Database;
  now(): Date;
  randomBytes(size: number): Buffer;
}

/** The context of the running product: the wall clock and the system's secure random source. */
export function serverContext(db: Database): ServerContext {
  return { db, now: () => new Date(), randomBytes };
}
