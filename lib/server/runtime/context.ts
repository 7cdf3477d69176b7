import { randomBytes } from 'node:crypto';
import { PreviousSecretCalls } from '@/lib/server/api-keys/previous-secret-calls';
import { Refusals } from '@/lib/server/audit/refusals';
import type { Database } from '@/lib/server/database/database';

/** What every rule may reach beside its input; a seed or a test brings its own clock and chance. */
export interface ServerContext {
  db: Database;
  now(): Date;
  randomBytes(size: number): Buffer;
  /** What of the calls with old secrets is not stored yet. */
  previousSecretCalls: PreviousSecretCalls;
  /** What of refused sign-ins and calls is not in the audit trail yet. */
  refusals: Refusals;
}

/** The context of the running product: the wall clock and the system's secure random source. */
export function serverContext(db: Database): ServerContext {
  return {
    db,
    now: () => new Date(),
    randomBytes,
    previousSecretCalls: new PreviousSecretCalls(),
    refusals: new Refusals(),
  };
}
