import type { JobTimes, StepState } from '@/lib/engine/run/run-store';

/** A call of a step's model. Moments in milliseconds since the epoch. */
export interface StepCall {
  position: number;
  startedAt: number;
  endedAt: number;
  /** When the model may be called again; null if it isn't. */
  retryAt: number | null;
}

/** From one moment to another, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

interface Timed {
  createdAt: number;
  startedAt: number | null;
  finishedAt: number;
  /** While a job that had begun was in no process. */
  away: readonly Span[];
}

/** @param calls of the job's steps, in any order */
export function jobTimes(
  { createdAt, startedAt, finishedAt, away }: Timed,
  states: readonly Pick<StepState, 'position' | 'finishedAt'>[],
  calls: readonly StepCall[],
): JobTimes {
  const begun = startedAt ?? finishedAt;
  const within = ({ from, to }: Span): Span => ({
    from: Math.max(from, begun),
    to: Math.min(to, finishedAt),
  });
  const called = calls.map(({ startedAt: from, endedAt: to }) => within({ from, to }));
  const providerMs = covered(called);
  const ends = new Map(states.map((state) => [state.position, state.finishedAt]));
  const waits = byStep(calls).flatMap((ofStep) =>
    ofStep.map(({ position, endedAt, retryAt }, index) => {
      // A step may go on with another model before the first one may be called again.
      const next = ofStep[index + 1]?.startedAt ?? ends.get(position) ?? finishedAt;
      return within({ from: endedAt, to: Math.min(retryAt ?? endedAt, next) });
    }),
  );
  const retryMs = covered([...called, ...waits]) - providerMs;
  const againMs = covered([...called, ...waits, ...away.map(within)]) - providerMs - retryMs;
  return {
    queueMs: Math.max(0, begun - createdAt) + againMs,
    providerMs,
    retryMs,
    ownMs: Math.max(0, finishedAt - begun) - providerMs - retryMs - againMs,
  };
}

/** In the order in which each step made them. */
function byStep(calls: readonly StepCall[]): StepCall[][] {
  const sorted = calls.toSorted((one, other) => one.startedAt - other.startedAt);
  return [...Map.groupBy(sorted, ({ position }) => position).values()];
}

/** How long at least one of the spans lasts. */
function covered(spans: readonly Span[]): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}
