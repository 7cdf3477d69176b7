import type { Clock } from '@/lib/engine/clock';
import { JobClock, latestMoment } from '@/lib/engine/run/job-clock';
import type { TakenJob } from '@/lib/engine/run/run-store';
import type { ParkedJob } from '@/lib/server/jobs/ledger/parked-jobs';

interface Timed {
  accountId: string;
  clock: Clock;
  /** Null unless the job is parked. */
  until: number | null;
}

/** How many jobs are remembered; the others wait by the wall clock. */
export const MOST_REMEMBERED = 20_000;

/**
 * The clocks of the jobs that this process runs or has parked. With them, a wait lasts as long as requested even if the
 * wall clock is set in between.
 */
export class JobClocks {
  readonly #jobs = new Map<string, Timed>();

  /** @param clock of the process */
  constructor(readonly clock: Clock) {}

  /** @returns the clock for a run of the job that begins: that of its earlier run, if it is remembered */
  begin(job: TakenJob): Clock {
    const clock = this.#jobs.get(job.id)?.clock ?? new JobClock(this.clock, latestMoment(job));
    this.#remember(job.id, { accountId: job.accountId, clock, until: null });
    return clock;
  }

  /** The run of the job has ended, and the job isn't parked. */
  end(id: string): void {
    this.#jobs.delete(id);
  }

  /** The job is parked by its run. */
  park(id: string, until: number): void {
    const job = this.#jobs.get(id);
    if (job) job.until = until;
  }

  /** Remembers a job that an earlier process has parked. @param latest the latest moment that the job has recorded */
  found({ id, accountId, until }: ParkedJob, latest: number): void {
    this.#remember(id, { accountId, clock: new JobClock(this.clock, latest), until });
  }

  /** The parked jobs whose moment has come; each is returned until `unpark` or `forget`. */
  due(): ParkedJob[] {
    return [...this.#jobs].flatMap(([id, { accountId, until, clock }]) =>
      until !== null && until <= clock.now() ? [{ id, accountId, until }] : [],
    );
  }

  /** Whether a parked job's moment is still to come; false if the job isn't remembered. */
  isWaiting(id: string): boolean {
    const { until, clock } = this.#jobs.get(id) ?? { until: null, clock: this.clock };
    return until !== null && until > clock.now();
  }

  /** The job is back in its queue; its clock is kept for its next run. */
  unpark(id: string): void {
    const job = this.#jobs.get(id);
    if (job) job.until = null;
  }

  /** The job isn't parked until this moment anymore: it has ended, or another process has run it. */
  forget({ id, until }: ParkedJob): void {
    // This process may have run it, too.
    if (this.#jobs.get(id)?.until === until) this.#jobs.delete(id);
  }

  #remember(id: string, job: Timed): void {
    this.#jobs.delete(id);
    this.#jobs.set(id, job);
    const [oldest] = this.#jobs.keys();
    if (oldest !== undefined && this.#jobs.size > MOST_REMEMBERED) this.#jobs.delete(oldest);
  }
}
