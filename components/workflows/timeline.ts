import { limits, workflowLimits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';
import { isCall, type Job, type JobAttempt, type JobStep } from './job';
import { hasWaited } from './receipt';
import { type Gap, type Segment, type SegmentKind, SegmentLine } from './segment-line';

export interface TimelineRow extends Pick<JobStep, 'status' | 'startedAt' | 'finishedAt'> {
  id: string;
  /** Its request to a person. */
  approval: TimedApproval | null;
  /** The steps that it waits for; null if the job's workflow is no longer kept. */
  waitsFor: readonly string[] | null;
  /** Whether it has the outcome of an earlier job's step. */
  isReused: boolean;
  /** From the job's beginning to its end or to now, without gaps. */
  segments: readonly Segment[];
}

export interface Timeline {
  /** When the job was sent, and when it ended or what the time is. */
  from: number;
  to: number;
  /** When it left its queue, where its duration begins; `to` if it hasn't. */
  startedAt: number;
  /** Each step comes after the steps that it waits for. */
  rows: readonly TimelineRow[];
  /** Calls that aren't in it, by step; empty unless the job has more attempts than a page loads. */
  left: ReadonlyMap<string, number>;
}

type TimedJob = Pick<Job, 'createdAt' | 'startedAt' | 'finishedAt' | 'interruptions'> & {
  steps: readonly TimedStep[];
};
type TimedStep = Pick<JobStep, 'id' | 'status' | 'attempts' | 'startedAt' | 'finishedAt' | 'waitingUntil'> &
  Partial<Pick<JobStep, 'reusedFrom'>> & { approval?: TimedApproval | null };
type TimedApproval = Pick<NonNullable<JobStep['approval']>, 'state' | 'requestedAt' | 'decidedAt'>;
type TimedAttempt = Pick<
  JobAttempt,
  'stepId' | 'model' | 'outcome' | 'startedAt' | 'milliseconds' | 'connectMs' | 'firstTokenMs' | 'retryAt'
>;

/**
 * The time of a job, by step, from what is recorded. Moments that contradict each other are moved. So segments never
 * overlap, and the segments of each step add up to the job's time.
 * @param waitsFor by step, the steps that it waits for; null if that isn't known
 * @param now epoch milliseconds, for a job that runs
 */
export function jobTimeline(
  job: TimedJob,
  attempts: readonly TimedAttempt[],
  waitsFor: ReadonlyMap<string, readonly string[]> | null,
  now: number,
): Timeline {
  const from = Number(job.createdAt);
  const to = job.finishedAt === null ? Math.max(now, latestMoment(job, attempts)) : Number(job.finishedAt);
  const attemptsOf = Map.groupBy(attempts, ({ stepId }) => stepId);
  const left = callsLeftOut(job.steps, attempts);
  const gaps = job.interruptions.map(({ lostAt, foundAt, resumedAt }): Gap => {
    const over = momentOf(resumedAt) ?? Number.POSITIVE_INFINITY;
    return { lostAt: Number(lostAt), foundAt: Math.min(momentOf(foundAt) ?? over, over), resumedAt: over };
  });
  const ends = new Map(job.steps.map(({ id, finishedAt }) => [id, momentOf(finishedAt) ?? to]));
  const rows = inOrder(job.steps, waitsFor).map((step): TimelineRow => {
    const dependencies = waitsFor?.get(step.id) ?? null;
    const readyAt = Math.max(0, ...(dependencies ?? []).map((id) => ends.get(id) ?? 0));
    const line = new SegmentLine(from, Math.max(from, to), gaps);
    const shown = { attempts: attemptsOf.get(step.id) ?? [], left: left.get(step.id) ?? 0 };
    addSegments(line, { job, step, ...shown, readyAt, dependencies });
    const { id, status, startedAt, finishedAt, approval = null, reusedFrom } = step;
    const isReused = reusedFrom != null;
    const own = { id, status, startedAt, finishedAt, approval };
    return { ...own, waitsFor: dependencies, isReused, segments: line.segments };
  });
  const end = Math.max(from, to);
  const startedAt = Math.min(Math.max(momentOf(job.startedAt) ?? end, from), end);
  return { from, to: end, startedAt, rows, left };
}

/** By step, how many of its calls aren't loaded. */
function callsLeftOut(
  steps: readonly TimedStep[],
  attempts: readonly TimedAttempt[],
): ReadonlyMap<string, number> {
  // A step may begin a call between two readings.
  if (attempts.length < limits.list.max) return new Map();
  const shown = Map.groupBy(attempts.filter(isCall), ({ stepId }) => stepId);
  return new Map(
    steps
      .map(({ id, attempts: made }) => [id, made - (shown.get(id)?.length ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

const momentOf = (at: string | null): number | null => (at === null ? null : Number(at));

/** A clock that is behind the server's mustn't hide what is recorded. */
const latestMoment = ({ createdAt, startedAt, steps }: TimedJob, attempts: readonly TimedAttempt[]): number =>
  [
    createdAt,
    startedAt,
    ...steps.flatMap((step) => [step.startedAt, step.finishedAt]),
    ...attempts.map((attempt) => attempt.startedAt),
  ].reduce((latest, at) => Math.max(latest, Number(at ?? 0)), 0);

interface StepTimes {
  job: TimedJob;
  step: TimedStep;
  attempts: readonly TimedAttempt[];
  /** Calls that aren't among them. */
  left: number;
  /** When everything that it waits for had settled. */
  readyAt: number;
  dependencies: readonly string[] | null;
}

function addSegments(
  line: SegmentLine,
  { job, step, attempts, left, readyAt, dependencies }: StepTimes,
): void {
  const end = momentOf(step.finishedAt) ?? line.end;
  if (step.reusedFrom != null) {
    line.until(line.end, 'over', `Reused from ${step.reusedFrom}`);
    return;
  }
  line.until(Math.min(momentOf(job.startedAt) ?? end, end), 'queued', 'In the queue');
  const begun = Math.min(momentOf(step.startedAt) ?? end, end);
  if (dependencies?.length)
    line.withGapsUntil(Math.min(readyAt, begun), 'waiting', `Waited for ${dependencies.join(', ')}`);
  line.withGapsUntil(begun, 'waiting', 'Waited for its turn');
  const calls = attempts.filter(isCall);
  const waits = new Waits();
  for (const [index, call] of calls.entries()) {
    line.withGapsUntil(
      Number(call.startedAt),
      'own',
      index === 0 ? 'Prepared the prompt' : 'Prepared the next call',
    );
    const next = calls[index + 1];
    const until = Math.min(next ? Number(next.startedAt) : end, end);
    addCall(line, call, { name: `${call.model}, attempt ${index + 1}`, until });
    addWait(line, waits, { calls: calls.slice(0, index + 1), next, step, until });
  }
  if (step.approval) addApproval(line, step.approval, end);
  if (left > 0)
    line.withGapsUntil(end, 'unread', `${formatCount(left)} further calls, which this page doesn't load`);
  line.withGapsUntil(end, 'own', ownWork(step, calls));
  line.until(line.end, 'over', 'Ended');
}

/** The work of a step once its calls had ended. */
function ownWork({ status }: StepTimes['step'], calls: readonly TimedAttempt[]): string {
  if (status === 'SKIPPED') return 'Decided whether it runs';
  return calls.length === 0 ? 'Worked without a model' : 'Checked and wrote the output';
}

/** A wait for a person, which lasts through interruptions. @param end of the step */
function addApproval(line: SegmentLine, { requestedAt, decidedAt }: TimedApproval, end: number): void {
  line.withGapsUntil(Math.min(Number(requestedAt), end), 'own', 'Prepared the text');
  line.until(Math.min(momentOf(decidedAt) ?? end, end), 'person', 'Waited for a person');
  line.withGapsUntil(end, 'own', 'Recorded the decision');
}

/** @param until when the next call began, or the step ended */
function addCall(
  line: SegmentLine,
  call: TimedAttempt,
  { name, until }: { name: string; until: number },
): void {
  const startedAt = Number(call.startedAt);
  if (call.outcome === 'LOST') {
    const gap = line.gapBetween(startedAt, until);
    // Before gaps were recorded, a lost call was all that was known.
    if (gap) line.until(gap.lostAt, 'failed', `${name}, lost with its process`);
    else line.until(until, 'downtime', `The server's process ended during ${name}`);
    return;
  }
  const endedAt = Math.min(call.milliseconds === null ? until : startedAt + call.milliseconds, until);
  const kindOf = (kind: SegmentKind) => (call.outcome === 'FAILED' ? 'failed' : kind);
  const { connectMs, firstTokenMs } = call;
  if (connectMs !== null)
    line.until(Math.min(startedAt + connectMs, endedAt), kindOf('connect'), `${name}, until it was accepted`);
  const firstAt = firstTokenMs === null ? endedAt : startedAt + firstTokenMs;
  const before = firstTokenMs === null ? 'before a token' : 'until the first token';
  const since = connectMs === null ? '' : 'from there ';
  line.until(Math.min(firstAt, endedAt), kindOf('firstToken'), `${name}, ${since}${before}`);
  line.until(endedAt, kindOf('tokens'), `${name}, tokens`);
}

/** The waits of a request for one model, which the engine adds up: with too long a one, it parks the step. */
class Waits {
  #model: string | null = null;
  #sum = 0;

  /** @returns whether all of them together are too long */
  add(model: string, milliseconds: number): boolean {
    if (this.#model !== model) this.reset();
    this.#model = model;
    this.#sum += Math.max(0, milliseconds);
    return this.#sum > workflowLimits.wait;
  }

  /** Another request, model, or run. */
  reset(): void {
    this.#model = null;
    this.#sum = 0;
  }
}

interface WaitPlace {
  /** Up to the one after which it may wait. */
  calls: readonly TimedAttempt[];
  next: TimedAttempt | undefined;
  step: TimedStep;
  /** When the next call began, or the step ended. */
  until: number;
}

/** The time between a call and the next one, or the step's end. */
function addWait(line: SegmentLine, waits: Waits, { calls, next, step, until }: WaitPlace): void {
  const call = calls.at(-1);
  if (!call) return;
  const hasContinued = next !== undefined || step.finishedAt === null;
  const endedAt = Number(call.startedAt) + (call.milliseconds ?? 0);
  const gap = line.gapBetween(endedAt, until);
  if (call.outcome !== 'FAILED' || gap) waits.reset();
  if (call.outcome === 'CANCELED' && hasContinued && !gap)
    line.until(until, 'downtime', 'The server ended, and the step waited for its next start');
  if (call.outcome !== 'FAILED') return;
  for (const awaited of awaitedAfter(call, calls, next, step)) {
    const retryAt = momentOf(awaited.retryAt) ?? momentOf(step.waitingUntil);
    if (retryAt === null) return;
    // A step that waits for a model that failed before others were called has been parked, however short the wait.
    const isParked = waits.add(awaited.model, retryAt - endedAt) || awaited.model !== call.model;
    if (isParked) waits.reset();
    const isCalledAgain = next ? next.model === awaited.model : hasContinued;
    line.until(
      Math.min(retryAt, until, gap?.lostAt ?? until),
      isParked ? 'paused' : 'backOff',
      isParked
        ? `Paused until ${awaited.model} accepts calls`
        : isCalledAgain
          ? `Back-off before ${awaited.model} is called again`
          : `Back-off, after which ${awaited.model} wasn't called again`,
    );
    if (isParked && hasContinued && !gap) line.until(until, 'queued', 'In the queue again');
  }
}

/** The failed calls whose models a step waits for after a failed call, in the order of the waits. */
function awaitedAfter(
  call: TimedAttempt,
  calls: readonly TimedAttempt[],
  next: TimedAttempt | undefined,
  { waitingUntil }: TimedStep,
): TimedAttempt[] {
  // It is parked until the first of several models accepts calls.
  if (!next) return [calls.findLast(({ retryAt }) => retryAt !== null && retryAt === waitingUntil) ?? call];
  // The next call can be of a model that had failed before the last one.
  const awaited = calls.findLast(({ model }) => model === next.model);
  return [
    // Its breaker opened during its back-off, so another model is called.
    ...(next.model !== call.model && hasWaited(call, next) ? [call] : []),
    ...(awaited && awaited.retryAt !== null ? [awaited] : []),
  ];
}

/** Each step after the steps that it waits for, otherwise in the order of the workflow. */
function inOrder<Step extends { id: string }>(
  steps: readonly Step[],
  waitsFor: ReadonlyMap<string, readonly string[]> | null,
): readonly Step[] {
  const left = new Map(steps.map((step) => [step.id, step]));
  const ordered: Step[] = [];
  const add = (step: Step) => {
    if (!left.delete(step.id)) return;
    for (const id of waitsFor?.get(step.id) ?? []) {
      const dependency = left.get(id);
      if (dependency) add(dependency);
    }
    ordered.push(step);
  };
  for (const step of steps) add(step);
  return ordered;
}
