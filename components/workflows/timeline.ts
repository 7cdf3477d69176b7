import type { Job, JobAttempt, JobStep } from './job';

/**
 * A kind of time of a step. `own` is our work. `firstToken` and `tokens` are the provider's time before and after the
 * first token. `failed` is the provider's time for a failed call. `paused` is a wait without a worker. `downtime` is the
 * time after our process has ended. `person` is a wait for a person's decision. `over` comes after the step's end.
 */
export type SegmentKind =
  | 'queued'
  | 'waiting'
  | 'own'
  | 'firstToken'
  | 'tokens'
  | 'failed'
  | 'backOff'
  | 'paused'
  | 'downtime'
  | 'person'
  | 'over';

/** A part of a step's time. Moments in milliseconds since the epoch. */
export interface Segment {
  kind: SegmentKind;
  from: number;
  to: number;
  /** In words, without its length. */
  note: string;
}

export interface TimelineRow {
  id: string;
  status: JobStep['status'];
  /** The steps that it waits for; null if the job's workflow is no longer kept. */
  waitsFor: readonly string[] | null;
  /** From the job's beginning to its end or to now, without gaps. */
  segments: readonly Segment[];
}

export interface Timeline {
  /** When the job was sent, and when it ended or what the time is. */
  from: number;
  to: number;
  /** Each step comes after the steps that it waits for. */
  rows: readonly TimelineRow[];
}

type TimedJob = Pick<Job, 'createdAt' | 'startedAt' | 'finishedAt'> & { steps: readonly TimedStep[] };
type TimedStep = Pick<JobStep, 'id' | 'status' | 'startedAt' | 'finishedAt' | 'waitingUntil'> & {
  approval?: Pick<NonNullable<JobStep['approval']>, 'requestedAt' | 'decidedAt'> | null;
};
type TimedAttempt = Pick<
  JobAttempt,
  'stepId' | 'number' | 'model' | 'outcome' | 'startedAt' | 'milliseconds' | 'firstTokenMs' | 'retryAt'
>;

/** After longer waits than this (ms) for one model, a step is parked (docs/engine.md, "Parking"). */
const LONGEST_BACK_OFF = 10_000;

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
  const ends = new Map(job.steps.map(({ id, finishedAt }) => [id, momentOf(finishedAt) ?? to]));
  const rows = inOrder(job.steps, waitsFor).map((step): TimelineRow => {
    const dependencies = waitsFor?.get(step.id) ?? null;
    const readyAt = Math.max(0, ...(dependencies ?? []).map((id) => ends.get(id) ?? 0));
    const line = new Line(from, Math.max(from, to));
    addSegments(line, { job, step, attempts: attemptsOf.get(step.id) ?? [], readyAt, dependencies });
    return { id: step.id, status: step.status, waitsFor: dependencies, segments: line.segments };
  });
  return { from, to: Math.max(from, to), rows };
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

/** Segments in a row, within the job's time. */
class Line {
  readonly segments: Segment[] = [];
  #at: number;

  constructor(
    from: number,
    readonly end: number,
  ) {
    this.#at = from;
  }

  /** Nothing is added if the moment has passed. */
  until(moment: number, kind: SegmentKind, note: string): void {
    const to = Math.min(moment, this.end);
    if (to <= this.#at) return;
    const last = this.segments.at(-1);
    // A call between them took less than a millisecond.
    if (last?.kind === kind && last.note === note) last.to = to;
    else this.segments.push({ kind, from: this.#at, to, note });
    this.#at = to;
  }
}

interface StepTimes {
  job: TimedJob;
  step: TimedStep;
  attempts: readonly TimedAttempt[];
  /** When everything that it waits for had settled. */
  readyAt: number;
  dependencies: readonly string[] | null;
}

function addSegments(line: Line, { job, step, attempts, readyAt, dependencies }: StepTimes): void {
  const end = momentOf(step.finishedAt) ?? line.end;
  line.until(Math.min(momentOf(job.startedAt) ?? end, end), 'queued', 'In the queue');
  const begun = Math.min(momentOf(step.startedAt) ?? end, end);
  if (dependencies?.length)
    line.until(Math.min(readyAt, begun), 'waiting', `Waited for ${dependencies.join(', ')}`);
  line.until(begun, 'waiting', 'Waited for its turn');
  const calls = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  for (const [index, call] of calls.entries()) {
    line.until(Number(call.startedAt), 'own', index === 0 ? 'Prepared the prompt' : 'Prepared the next call');
    const next = calls[index + 1];
    const until = Math.min(next ? Number(next.startedAt) : end, end);
    addCall(line, call, until);
    addWait(line, calls.slice(0, index + 1), next, step, until);
  }
  if (step.approval) {
    const { requestedAt, decidedAt } = step.approval;
    line.until(Math.min(Number(requestedAt), end), 'own', 'Prepared the text');
    line.until(Math.min(momentOf(decidedAt) ?? end, end), 'person', 'Waited for a person');
    line.until(end, 'own', 'Recorded the decision');
  }
  line.until(end, 'own', calls.length === 0 ? 'Worked without a model' : 'Checked and wrote the output');
  line.until(line.end, 'over', 'Ended');
}

/** @param until when the next call began, or the step ended */
function addCall(line: Line, call: TimedAttempt, until: number): void {
  const name = `${call.model}, attempt ${call.number}`;
  const startedAt = Number(call.startedAt);
  if (call.outcome === 'LOST') {
    line.until(until, 'downtime', `The server's process ended during ${name}`);
    return;
  }
  const endedAt = Math.min(call.milliseconds === null ? until : startedAt + call.milliseconds, until);
  const hasFailed = call.outcome === 'FAILED';
  const firstAt = call.firstTokenMs === null ? endedAt : startedAt + call.firstTokenMs;
  const before = call.firstTokenMs === null ? 'before a token' : 'until the first token';
  line.until(Math.min(firstAt, endedAt), hasFailed ? 'failed' : 'firstToken', `${name}, ${before}`);
  line.until(endedAt, hasFailed ? 'failed' : 'tokens', `${name}, tokens`);
}

/** The time between a call and the next one, or the step's end. */
function addWait(
  line: Line,
  calls: readonly TimedAttempt[],
  next: TimedAttempt | undefined,
  { finishedAt, waitingUntil }: TimedStep,
  until: number,
): void {
  const call = calls.at(-1);
  if (!call) return;
  const hasContinued = next !== undefined || finishedAt === null;
  if (call.outcome === 'CANCELED' && hasContinued)
    line.until(until, 'downtime', 'The server ended, and the step waited for its next start');
  if (call.outcome !== 'FAILED') return;
  // The next call can be of a model that had failed before the last one.
  const awaited = next ? calls.findLast(({ model }) => model === next.model) : call;
  const retryAt = momentOf(awaited?.retryAt ?? null) ?? (next ? null : momentOf(waitingUntil));
  if (retryAt === null) return;
  const endedAt = Number(call.startedAt) + (call.milliseconds ?? 0);
  const isParked = retryAt - endedAt > LONGEST_BACK_OFF;
  const model = (awaited ?? call).model;
  line.until(
    Math.min(retryAt, until),
    isParked ? 'paused' : 'backOff',
    isParked ? `Paused until ${model} accepts calls` : `Back-off before ${model} is called again`,
  );
  if (isParked && hasContinued) line.until(until, 'queued', 'In the queue again');
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

/** If steps do different things at once, the first of these counts. A job whose steps have all ended is our work. */
const ranks: readonly SegmentKind[] = [
  'tokens',
  'firstToken',
  'failed',
  'backOff',
  'paused',
  'downtime',
  'person',
  'own',
  'queued',
  'waiting',
  'over',
];

/** How many milliseconds of a job went into what. They add up to its time. */
export function timeByKind({ rows }: Timeline): ReadonlyMap<SegmentKind, number> {
  const changes = rows
    .flatMap(({ segments }) => segments)
    .flatMap(({ kind, from, to }) => [
      { at: from, kind, by: 1 },
      { at: to, kind, by: -1 },
    ])
    .sort((one, other) => one.at - other.at);
  const open = new Map<SegmentKind, number>();
  const sums = new Map<SegmentKind, number>();
  let last = changes[0]?.at ?? 0;
  for (const { at, kind, by } of changes) {
    const first = ranks.find((rank) => (open.get(rank) ?? 0) > 0);
    if (first && at > last) {
      const counted = first === 'over' ? 'own' : first;
      sums.set(counted, (sums.get(counted) ?? 0) + at - last);
    }
    open.set(kind, (open.get(kind) ?? 0) + by);
    last = at;
  }
  return sums;
}
