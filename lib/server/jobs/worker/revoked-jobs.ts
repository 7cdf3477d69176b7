import type { Clock } from '@/lib/engine/clock';
import { endRevokedJobs, revokedJobs } from '@/lib/server/jobs/ledger/end-revoked-jobs';
import type { JobEvents } from '@/lib/server/jobs/worker/job-events';
import type { JobWriter } from '@/lib/server/jobs/worker/job-writer';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';

/** How long (ms) until what failed is tried again. */
const RETRY_MS = 1_000;

/**
 * Cancels jobs whose user or key has lost the right to start them, as far as the revocation itself hasn't. If the
 * process ends before all are, the next dispatch finds the others.
 */
export class RevokedJobs {
  /** Accounts that may have such jobs. */
  readonly #accounts = new Set<string>();
  #ending: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(
    readonly ctx: ServerContext,
    readonly writer: JobWriter,
    readonly events: JobEvents,
    readonly clock: Clock,
  ) {}

  /** Ends such jobs of these accounts in the background, each batch behind the writes of people that wait. */
  endOf(accountIds: readonly string[]): void {
    for (const accountId of accountIds) this.#accounts.add(accountId);
    this.#ending ??= this.#endAll().finally(() => {
      this.#ending = undefined;
    });
  }

  /** Stops after the batch under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ending;
  }

  async #endAll(): Promise<void> {
    // An account that is added again, because its jobs couldn't be ended or there are more, has its turn again.
    for (const accountId of this.#accounts) {
      if (this.#stop.signal.aborted) return;
      this.#accounts.delete(accountId);
      try {
        await this.#endOf(accountId);
      } catch (error) {
        logger.error({ err: error, accountId }, "Revoked jobs couldn't be canceled; they are tried again");
        this.#accounts.add(accountId);
        await this.clock.sleep(RETRY_MS, this.#stop.signal).catch(() => {});
      }
    }
  }

  async #endOf(accountId: string): Promise<void> {
    for await (const ids of revokedJobs(this.ctx.db.sql, accountId)) {
      await turns.begin('revoked jobs');
      if (this.#stop.signal.aborted) return;
      const ended = await this.writer.change(accountId, (tx) => endRevokedJobs(tx, this.ctx, ids), {
        priority: 'background',
      });
      this.events.notify(ended);
    }
  }
}
