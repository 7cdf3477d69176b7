import type { SqlReader } from '@/lib/server/database/database';
import type { JobState } from '@/lib/server/jobs/ledger/commit-writes';
import { logger } from '@/lib/server/logging/logger';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How often (ms) followed jobs are looked at: another process may run one, and its signal may be lost. */
const LOOK_EVERY_MS = 1_000;

/** A job with its followers in this process. */
interface FollowedJob {
  /** As of the last look; undefined before the first one, null if there is no such job. */
  state: JobState | null | undefined;
  /** The job at a revision, for all of its followers. */
  view?: { revision: number; job: Promise<unknown> };
  followers: number;
  /** Those of them that wait for a change. */
  readonly waiting: Set<() => void>;
}

/** How followers see a job. */
type JobReader<View> = (rows: SqlReader, jobId: string) => Promise<View>;

/** One follower of a job. It leaves once it has seen enough. */
interface JobFollower {
  /** As of the last look; undefined before the first one, null if there is no such job. */
  readonly state: JobState | null | undefined;
  /** The job as it is at that state or later, read once for all followers. @param readJob the same for all of them */
  read<View>(readJob: JobReader<View>): Promise<View>;
  /** Resolves once the state is another one, after so many milliseconds, or once the signal is aborted. */
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
  leave(): void;
}

/**
 * The jobs that callers in this process follow. One query reads the states of all of them: once per second, and at once
 * if another process has signaled one of them. Changes by this process need no query. A job is read only if its revision
 * has changed.
 */
export class JobEvents {
  readonly #rows: SqlReader;
  readonly #followed = new Map<string, FollowedJob>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isLookDue = false;

  constructor(rows: SqlReader) {
    this.#rows = rows;
  }

  follow(jobId: string): JobFollower {
    const job = this.#followed.get(jobId) ?? { state: undefined, followers: 0, waiting: new Set() };
    this.#followed.set(jobId, job);
    job.followers += 1;
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    if (job.state === undefined) this.#look();
    return {
      get state() {
        return job.state;
      },
      read: (readJob) => this.#read(jobId, job, readJob),
      next: (milliseconds, signal) => nextChange(job, milliseconds, signal),
      leave: () => {
        job.followers -= 1;
        if (job.followers === 0) this.#followed.delete(jobId);
        if (this.#followed.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  /** Whether a caller in this process follows a job. */
  isFollowed(jobId: string): boolean {
    return this.#followed.has(jobId);
  }

  /** Jobs have changed, here or in another process. */
  notify(jobIds: readonly string[]): void {
    if (jobIds.some((id) => this.#followed.has(id))) this.#look();
  }

  /** Jobs have changed here. @param changed their states; null if a state is unknown here */
  update(changed: ReadonlyMap<string, JobState | null>): void {
    const unknown: string[] = [];
    for (const [id, state] of changed) {
      const job = this.#followed.get(id);
      if (!job) continue;
      if (state === null) unknown.push(id);
      else setState(job, state);
    }
    this.notify(unknown);
  }

  /** Wakes all followers that wait, because the process ends. */
  notifyAll(): void {
    for (const job of this.#followed.values()) wake(job);
  }

  #read<View>(jobId: string, job: FollowedJob, readJob: JobReader<View>): Promise<View> {
    const revision = job.state?.revision ?? 0;
    if (job.view?.revision === revision) return job.view.job as Promise<View>;
    const view = { revision, job: readJob(this.#rows, jobId) };
    job.view = view;
    view.job.catch(() => {
      if (job.view === view) delete job.view;
    });
    return view.job;
  }

  /** Looks soon: once for all requests of a turn of the event loop, and once for all requests during a look. */
  #look(): void {
    this.#isLookDue = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(async () => {
      try {
        while (this.#isLookDue && this.#followed.size > 0) {
          this.#isLookDue = false;
          await this.#lookNow();
        }
      } catch (error) {
        // The next look is a second away.
        logger.error({ err: error }, "The states of followed jobs couldn't be read");
      } finally {
        this.#isLooking = false;
      }
    });
  }

  async #lookNow(): Promise<void> {
    const jobs = new Map(this.#followed);
    const states = await this.#rows<{ id: string; revision: number; hasEnded: number | bigint }>(Prisma.sql`
      SELECT "id", "revision", CASE WHEN "finishedAt" IS NULL THEN 0 ELSE 1 END AS "hasEnded"
      FROM "Job" WHERE "id" IN ${this.#rows.dialect.listed([...jobs.keys()])}`);
    const found = new Map(states.map(({ id, ...state }) => [id, state]));
    for (const [id, job] of jobs) {
      const state = found.get(id);
      setState(job, state ? { revision: state.revision, hasEnded: Number(state.hasEnded) === 1 } : null);
    }
  }
}

/** Sets a job's state, unless a later state is known, and wakes the followers that wait for a change. */
function setState(job: FollowedJob, state: JobState | null): void {
  const before = job.state;
  if (state && before && state.revision < before.revision) return;
  job.state = state;
  if (before === undefined || before?.revision !== state?.revision) wake(job);
}

function wake({ waiting }: FollowedJob): void {
  for (const end of [...waiting]) end();
}

function nextChange({ waiting }: FollowedJob, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = Number.isFinite(milliseconds) ? setTimeout(end, milliseconds) : undefined;
    waiting.add(end);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
