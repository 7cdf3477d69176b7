import type { Clock } from '@/lib/engine/clock';
import { type Capacity, claimJobs, type DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { runOrLog } from '@/lib/server/jobs/worker/job-recovery';
import type { ServerContext } from '@/lib/server/runtime/context';

/** How long (ms) other workers have to take their share of bulk runs' rows. */
const SHARED_MS = 50;

interface Options {
  workerId: string;
  /** Whether this process runs jobs, and others may leave it some. */
  claims: boolean;
  capacity(): Capacity;
  onClaimed(jobs: readonly DispatchedJob[]): void;
}

/** Claims jobs that were left for any process, as far as this one has capacity. */
export class JobClaims {
  #claiming: Promise<void> | undefined;
  /** Whether jobs may have been left since this process last had capacity for them. */
  #mayBeLeft = true;

  constructor(
    readonly ctx: ServerContext,
    readonly clock: Clock,
    readonly options: Options,
  ) {}

  /** Resolves once no claim is under way. */
  get done(): Promise<void> {
    return this.#claiming ?? Promise.resolve();
  }

  async claim(): Promise<void> {
    if (!this.options.claims) return;
    this.#mayBeLeft = true;
    this.#claiming ??= runOrLog("Jobs couldn't be claimed", () => this.#claimAll()).finally(() => {
      this.#claiming = undefined;
    });
    await this.#claiming;
  }

  /** Claims what the other workers haven't, in case they have no capacity. */
  async claimAfterOthers(): Promise<void> {
    await this.clock.sleep(SHARED_MS);
    await this.claim();
  }

  /** This process has more capacity than before. */
  onFreed(): void {
    if (this.#mayBeLeft) void this.claim();
  }

  async #claimAll(): Promise<void> {
    for (let isNews = true; isNews; ) {
      const capacity = this.options.capacity();
      const most = {
        awaited: Math.min(capacity.awaited, capacity.all),
        others: Math.min(capacity.others, capacity.all),
      };
      if (most.awaited <= 0 && most.others <= 0) return;
      this.#mayBeLeft = false;
      const isFull = await this.#claimUpTo(most, capacity.all);
      isNews = this.#mayBeLeft;
      this.#mayBeLeft ||= isFull;
    }
  }

  /** @returns whether more may be left of a kind */
  async #claimUpTo(most: { awaited: number; others: number }, all: number): Promise<boolean> {
    const { workerId } = this.options;
    const { claimed, isFull } = await this.ctx.db.writeRows(
      async (tx) => {
        const awaited = most.awaited > 0 ? await claimJobs(tx, workerId, true, most.awaited) : [];
        const left = Math.min(most.others, all - awaited.length);
        const others = left > 0 ? await claimJobs(tx, workerId, false, left) : [];
        return {
          claimed: [...awaited, ...others],
          isFull: awaited.length >= most.awaited || others.length >= left,
        };
      },
      { accountId: workerId, priority: 'background' },
    );
    this.options.onClaimed(claimed);
    return isFull;
  }
}
