import type { Measurements } from '@/lib/engine/routing/measurements';
import { logger } from '@/lib/server/logging/logger';
import { repeat } from '@/lib/server/runtime/repeat';
import { HEARTBEAT_MS, type Peers, SILENT_MS } from './peers';

/** The heartbeat of a worker, and what it may conclude from it. */
export class Heartbeat {
  /** By the monotonic clock; null before the first. */
  #sentAt: number | null = null;
  /** When a heartbeat was sent again after so long a silence that others would take this worker's jobs. */
  #resumedAt = Number.NEGATIVE_INFINITY;
  #others = 0;
  #stop = async () => {};

  constructor(
    readonly peers: Peers,
    readonly workerId: string,
    readonly measurements: Measurements,
  ) {}

  /** Sends a heartbeat, and receives what the others have measured. */
  async send(): Promise<void> {
    await this.peers.heartbeat(this.workerId, this.measurements.own());
    const now = performance.now();
    if (this.#sentAt !== null && now - this.#sentAt >= SILENT_MS) this.#resumedAt = now;
    this.#sentAt = now;
    if (!this.peers.isShared) return;
    const measured = await this.peers.measuredByOthers(this.workerId);
    this.#others = measured.length;
    this.measurements.replaceRemote(measured);
  }

  /** Sends heartbeats from now on, by themselves: all other work may have to wait for the database. */
  repeat(): void {
    this.#stop = repeat(HEARTBEAT_MS, async () => {
      try {
        await this.send();
      } catch (error) {
        logger.error({ err: error }, 'Heartbeat failed');
      }
    });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** How many workers were alive at the last one, this one included. */
  get workers(): number {
    return this.#others + 1;
  }

  /** Whether a heartbeat was ever sent. Before its first one, a worker's jobs look abandoned to others. */
  get hasBegun(): boolean {
    return !this.peers.isShared || this.#sentAt !== null;
  }

  /** Whether other processes take this worker for alive. */
  get isAlive(): boolean {
    return !this.peers.isShared || (this.#sentAt !== null && performance.now() - this.#sentAt < SILENT_MS);
  }

  /**
   * Whether a worker that seems to have crashed surely has. After the database was unavailable, all have been silent,
   * and living workers need a moment to send a heartbeat.
   */
  get seesCrashes(): boolean {
    return !this.peers.isShared || (this.isAlive && this.#resumedAt <= performance.now() - SILENT_MS);
  }
}
