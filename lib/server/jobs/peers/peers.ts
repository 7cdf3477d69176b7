import type { Measured } from '@/lib/engine/routing/measurements';
import type { SqlReader } from '@/lib/server/database/database';
import type { JobAtEpoch } from '@/lib/server/jobs/ledger/ledger-jobs';

/** How often (ms) a worker sends a heartbeat, and after which silence its jobs count as abandoned. */
export const HEARTBEAT_MS = 2_000;
export const SILENT_MS = 8_000;

/** How the processes that run jobs of one database know each other. */
export interface Peers {
  /** Whether other processes may run jobs of the database, too. */
  readonly isShared: boolean;
  /** Shows the others that a worker is alive, and what it has measured of the models. */
  heartbeat(workerId: string, measured: Measured): Promise<void>;
  /** Shows the others that a worker has ended: what it still holds is abandoned at once. */
  deregister(workerId: string): Promise<void>;
  /** The measurements of the other living workers. */
  measuredByOthers(workerId: string): Promise<Measured[]>;
  /** How many workers are alive; null if only this process knows. */
  countAlive(): Promise<number | null>;
  /** Jobs that are dispatched to a worker that has crashed, as a worker sees them. */
  abandonedJobs(rows: SqlReader, workerId: string): Promise<JobAtEpoch[]>;
}
