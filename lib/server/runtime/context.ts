import { randomBytes } from 'node:crypto';
import { models } from '@/lib/config/models';
import { PreviousSecretCalls } from '@/lib/server/api-keys/previous-secret-calls';
import { Refusals } from '@/lib/server/audit/refusals';
import type { Database } from '@/lib/server/database/database';
import type { RandomSource } from '@/lib/server/ids';
import type { RecordedJob } from '@/lib/server/jobs/worker/log-recorded-jobs';
import { environment } from '@/lib/server/runtime/environment';
import { ServerKeys } from '@/lib/server/secrets/server-keys';

/** Everything that a rule may use in addition to its input. Seeds and tests bring their own clock and random source. */
export interface ServerContext extends RandomSource {
  db: Database;
  /** The wall clock, for moments that are stored. It jumps if the system's clock is set. */
  now(): Date;
  /** Milliseconds since an arbitrary moment, which never jump: for durations and deadlines of this process. */
  elapsed(): number;
  /** Calls with old secrets that aren't stored yet. */
  previousSecretCalls: PreviousSecretCalls;
  /** The ids of the server's catalog: callers can make up other names. */
  listedModels: ReadonlySet<string>;
  /** Called after the commit that records them. */
  onRecorded(jobs: readonly RecordedJob[]): void;
  /** Called after a commit that makes callbacks due. */
  onCallbacksDue: Set<() => void>;
  /** The keys for stored secrets and signed links. */
  keys: ServerKeys;
  /** Refused sign-ins and calls that aren't in the audit trail yet. */
  refusals: Refusals;
}

/** The context of the running product: the system's clocks and the system's secure random source. */
export function serverContext(db: Database): ServerContext {
  return {
    db,
    now: () => new Date(),
    elapsed: () => performance.now(),
    randomBytes,
    listedModels: new Set(models.map(({ id }) => id)),
    onRecorded: () => {},
    onCallbacksDue: new Set(),
    previousSecretCalls: new PreviousSecretCalls(),
    keys: new ServerKeys(db, environment.secretsKey),
    refusals: new Refusals(),
  };
}
