import type { Clock } from '@/lib/engine/clock';
import type { TakenJob } from '@/lib/engine/run/run-store';

/**
 * The time of one job. It reads the wall clock once and then follows the monotonic clock. So if the wall clock is set,
 * the job's moments keep their order and distances. It never begins before a moment that the job has already recorded.
 * So if the wall clock is set back between runs, nothing ends before it began, and no wait is longer than requested.
 */
export class JobClock implements Clock {
  readonly #offset: number;

  /** @param latest the latest moment that the job has recorded */
  constructor(
    readonly clock: Clock,
    latest: number,
  ) {
    this.#offset = Math.max(clock.now(), latest) - clock.elapsed();
  }

  now(): number {
    return Math.floor(this.#offset + this.clock.elapsed());
  }

  elapsed(): number {
    return this.clock.elapsed();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.clock.sleep(milliseconds, signal);
  }
}

/** The latest moment that a job has recorded, not counting future moments that it waits for. */
export function latestMoment({
  createdAt,
  startedAt,
  steps,
  attempts,
}: Pick<TakenJob, 'createdAt' | 'startedAt' | 'steps' | 'attempts'>): number {
  let latest = Math.max(createdAt, startedAt ?? 0);
  for (const { startedAt, finishedAt, approval } of steps)
    latest = Math.max(
      ...[latest, startedAt ?? 0, finishedAt ?? 0, approval?.requestedAt ?? 0, approval?.decidedAt ?? 0],
    );
  for (const { endedAt } of attempts) latest = Math.max(latest, endedAt);
  return latest;
}
