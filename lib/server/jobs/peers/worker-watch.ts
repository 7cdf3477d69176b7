import { HEARTBEAT_MS, type Peers, SILENT_MS } from '@/lib/server/jobs/peers/peers';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';

/** For readiness and the log. */
export const NO_WORKER = 'No worker is alive: jobs wait until one starts.';

/** Knows how many processes run the jobs of the database, and warns if none does. */
export class WorkerWatch {
  /** Null until it is known. */
  alive: number | null;
  /** When one was last alive; at the start, one is about to come. */
  #seenAt: number;
  #hasWarned = false;
  #stop = async () => {};

  /** @param runsJobs whether this process is one */
  constructor(
    readonly ctx: Pick<ServerContext, 'elapsed'>,
    readonly peers: Peers,
    runsJobs: boolean,
  ) {
    this.alive = peers.isShared ? null : Number(runsJobs);
    this.#seenAt = ctx.elapsed();
  }

  /** Whether none has been alive for so long that the jobs of a crashed one would be recovered by others. */
  get areMissing(): boolean {
    return this.alive === 0 && this.ctx.elapsed() - this.#seenAt >= SILENT_MS;
  }

  start(): void {
    if (this.peers.isShared) this.#stop = repeat(HEARTBEAT_MS, () => this.#look());
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  async #look(): Promise<void> {
    try {
      this.alive = await this.peers.countAlive();
    } catch {
      // Readiness says that the database is away.
      this.alive = null;
    }
    const isAlive = this.alive !== null && this.alive > 0;
    // After the database was away, the workers need a moment to send a heartbeat.
    if (this.alive !== 0) this.#seenAt = this.ctx.elapsed();
    if (this.areMissing && !this.#hasWarned) {
      this.#hasWarned = true;
      logger.warn(NO_WORKER);
    }
    if (isAlive && this.#hasWarned) {
      this.#hasWarned = false;
      logger.info('A worker is alive again');
    }
  }
}
