import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobParts, timeByKind } from './job-parts';
import { formatExact, formatParts } from './measures';
import { jobTimeline, type Timeline } from './timeline';

type TimelineArguments = Parameters<typeof jobTimeline>;
type Step = TimelineArguments[0]['steps'][number];
type Attempt = TimelineArguments[1][number];

const at = (moment: number | null) => (moment === null ? null : String(moment));
const stepOf = (startedAt: number | null, finishedAt: number | null, more: Partial<Step> = {}): Step => ({
  id: 'a',
  status: finishedAt === null ? 'RUNNING' : 'COMPLETED',
  startedAt: at(startedAt),
  finishedAt: at(finishedAt),
  attempts: 1,
  waitingUntil: null,
  ...more,
});
const attemptOf = (startedAt: number, milliseconds: number | null, more: Partial<Attempt> = {}): Attempt => ({
  stepId: 'a',
  model: 'p/m',
  outcome: 'ANSWERED',
  startedAt: String(startedAt),
  milliseconds,
  connectMs: null,
  firstTokenMs: null,
  retryAt: null,
  ...more,
});
const jobOf = (startedAt: number | null, finishedAt: number | null, steps: Step[]) => ({
  createdAt: '0',
  startedAt: at(startedAt),
  finishedAt: at(finishedAt),
  interruptions: [],
  steps,
});
const interruption = (lostAt: number, foundAt: number | null, resumedAt: number | null) => ({
  ...{ lostAt: String(lostAt), foundAt: at(foundAt), resumedAt: at(resumedAt) },
});
/** The legend of a job. */
const legendOf = (timeline: Timeline) => timeByKind(jobParts(timeline), timeline.startedAt);
/** Each segment of a step as `kind from-to`. */
const segmentsOf = ({ rows }: Timeline, id = 'a') =>
  rows.find((row) => row.id === id)?.segments.map(({ kind, from, to }) => `${kind} ${from}-${to}`);

test('a step that succeeds has its queue, our time around the call, and the call parted where it was accepted and at its first token', () => {
  const call = attemptOf(110, 300, { connectMs: 40, firstTokenMs: 200 });
  const timeline = jobTimeline(jobOf(100, 425, [stepOf(100, 420)]), [call], null, 9_999);
  expect(segmentsOf(timeline)).toEqual([
    'queued 0-100',
    'own 100-110',
    'connect 110-150',
    'firstToken 150-310',
    'tokens 310-410',
    'own 410-420',
    'over 420-425',
  ]);
});

test('the wait for a person is neither our time nor a wait for another step', () => {
  const approval = { state: 'APPROVED', requestedAt: '20', decidedAt: '900' } as const;
  const timeline = jobTimeline(jobOf(10, 910, [stepOf(10, 905, { approval })]), [], null, 0);
  expect(segmentsOf(timeline)).toEqual([
    'queued 0-10',
    'own 10-20',
    'person 20-900',
    'own 900-905',
    'over 905-910',
  ]);
  expect(legendOf(timeline).duration.get('person')).toBe(880);
  const open = { state: 'PENDING', requestedAt: '20', decidedAt: null } as const;
  const waiting = jobTimeline(jobOf(10, null, [stepOf(10, null, { approval: open })]), [], null, 500);
  expect(segmentsOf(waiting)?.at(-1)).toBe('person 20-500');
});

test('a step waits for the steps before it, and then for its turn', () => {
  const steps = [stepOf(10, 50, { id: 'first' }), stepOf(60, 90)];
  const timeline = jobTimeline(jobOf(10, 90, steps), [], new Map([['a', ['first']]]), 0);
  expect(segmentsOf(timeline)).toEqual(['queued 0-10', 'waiting 10-50', 'waiting 50-60', 'own 60-90']);
  expect(timeline.rows[1]?.segments.map(({ note }) => note).slice(1, 3)).toEqual([
    'Waited for first',
    'Waited for its turn',
  ]);
});

test('a short wait after a failed call is back-off; after a long one, the step queues again', () => {
  const calls = [
    attemptOf(100, 100, { outcome: 'FAILED', retryAt: '700' }),
    attemptOf(705, 95, { outcome: 'FAILED', retryAt: '60800' }),
    attemptOf(61_000, 100),
  ];
  const timeline = jobTimeline(jobOf(100, 61_100, [stepOf(100, 61_100)]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual([
    'queued 0-100',
    'failed 100-200',
    'backOff 200-700',
    'own 700-705',
    'failed 705-800',
    'paused 800-60800',
    'queued 60800-61000',
    'firstToken 61000-61100',
  ]);
});

test('waits for one model are added up, as in the engine: a wait that makes them too long is a pause', () => {
  const failed = { outcome: 'FAILED' } as const;
  const calls = [
    attemptOf(0, 100, { ...failed, retryAt: '6100' }),
    attemptOf(6_100, 100, { ...failed, retryAt: '12200' }),
    attemptOf(12_300, 100, { ...failed, retryAt: '18400' }),
    attemptOf(18_400, 100),
    attemptOf(18_500, 100, { ...failed, retryAt: '24600' }),
    attemptOf(24_600, 100),
  ];
  const timeline = jobTimeline(jobOf(0, 24_700, [stepOf(0, 24_700)]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual([
    'failed 0-100',
    'backOff 100-6100',
    'failed 6100-6200',
    'paused 6200-12200',
    'queued 12200-12300',
    'failed 12300-12400',
    'backOff 12400-18400',
    'firstToken 18400-18500',
    'failed 18500-18600',
    'backOff 18600-24600',
    'firstToken 24600-24700',
  ]);
});

test('a step that waits for a model after others have failed too is parked, however short the wait', () => {
  const calls = [
    attemptOf(0, 100, { outcome: 'FAILED', retryAt: '20000' }),
    attemptOf(100, 17_000, { model: 'p/other', outcome: 'FAILED' }),
  ];
  const waits = stepOf(0, null, { waitingUntil: '20000' });
  const timeline = jobTimeline(jobOf(0, null, [waits]), calls, null, 18_000);
  expect(timeline.rows[0]?.segments.at(-1)).toMatchObject({
    ...{ kind: 'paused', from: 17_100, to: 18_000, note: 'Paused until p/m accepts calls' },
  });
});

test("while no process had a job, its steps' time is downtime, then the queue: with a call under way and without", () => {
  const steps = [
    stepOf(0, 9_500, { id: 'calls' }),
    stepOf(0, 9_500),
    stepOf(9_500, 9_600, { id: 'later' }),
    stepOf(0, 500, { id: 'done' }),
  ];
  const calls = [
    attemptOf(100, null, { stepId: 'calls', outcome: 'LOST' }),
    attemptOf(9_100, 300, { stepId: 'calls' }),
  ];
  const job = { ...jobOf(0, 9_600, steps), interruptions: [interruption(1_000, 8_000, 9_000)] };
  const timeline = jobTimeline(job, calls, new Map([['later', ['a']]]), 0);
  const gap = ['downtime 1000-8000', 'queued 8000-9000'];
  expect(segmentsOf(timeline)).toEqual(['own 0-1000', ...gap, 'own 9000-9500', 'over 9500-9600']);
  expect(segmentsOf(timeline, 'calls')).toEqual([
    ...['own 0-100', 'failed 100-1000', ...gap, 'own 9000-9100', 'firstToken 9100-9400'],
    ...['own 9400-9500', 'over 9500-9600'],
  ]);
  expect(segmentsOf(timeline, 'later')).toEqual([
    ...['waiting 0-1000', ...gap, 'waiting 9000-9500', 'own 9500-9600'],
  ]);
  expect(segmentsOf(timeline, 'done')).toEqual(['own 0-500', 'over 500-9600']);
  const waits = { ...jobOf(0, null, [stepOf(0, null)]), interruptions: [interruption(300, null, null)] };
  expect(segmentsOf(jobTimeline(waits, [], null, 700))).toEqual(['own 0-300', 'downtime 300-700']);
});

test("calls beyond the attempts that a page loads aren't taken for our own time, and are counted", () => {
  const calls = Array.from({ length: 1_000 }, (_, index) => attemptOf(index, 1));
  const steps = [stepOf(0, 1_500, { attempts: 1_234 }), stepOf(0, 1_500, { id: 'b', attempts: 7 })];
  const timeline = jobTimeline(jobOf(0, 1_500, steps), calls, null, 0);
  expect([...timeline.left]).toEqual([
    ['a', 234],
    ['b', 7],
  ]);
  expect(segmentsOf(timeline)?.at(-1)).toBe('unread 1000-1500');
  expect(segmentsOf(timeline, 'b')).toEqual(['unread 0-1500']);
  // A step that has begun a call since the attempts were read.
  expect(jobTimeline(jobOf(0, 1_500, steps), calls.slice(1), null, 0).left.size).toBe(0);
});

test("a failed call that another model follows at once isn't followed by back-off", () => {
  const calls = [
    attemptOf(0, 100, { outcome: 'FAILED', retryAt: '5000' }),
    attemptOf(102, 100, { model: 'p/other' }),
  ];
  const timeline = jobTimeline(jobOf(0, 202, [stepOf(0, 202)]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual(['failed 0-100', 'own 100-102', 'firstToken 102-202']);
});

test('a back-off in which the breaker opened is back-off, though another model is called after it', () => {
  const calls = [
    attemptOf(0, 100, { outcome: 'FAILED', retryAt: '397' }),
    attemptOf(400, 100, { model: 'p/other' }),
  ];
  const timeline = jobTimeline(jobOf(0, 500, [stepOf(0, 500)]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual([
    ...['failed 0-100', 'backOff 100-397', 'own 397-400', 'firstToken 400-500'],
  ]);
  expect(timeline.rows[0]?.segments[1]?.note).toBe("Back-off, after which p/m wasn't called again");
});

test('from a lost call to the next one is downtime; so is a restart that canceled a call', () => {
  const calls = [
    attemptOf(0, null, { outcome: 'LOST' }),
    attemptOf(8_000, 100, { outcome: 'CANCELED' }),
    attemptOf(9_000, 100),
  ];
  const timeline = jobTimeline(jobOf(0, 9_100, [stepOf(0, 9_100)]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual([
    'downtime 0-8000',
    'firstToken 8000-8100',
    'downtime 8100-9000',
    'firstToken 9000-9100',
  ]);
});

test("a call that was canceled with its job isn't downtime, and a model passed over takes no time", () => {
  const calls = [attemptOf(0, 0, { outcome: 'PASSED_OVER' }), attemptOf(5, 95, { outcome: 'CANCELED' })];
  const canceled = stepOf(0, 110, { status: 'CANCELED' });
  const timeline = jobTimeline(jobOf(0, 110, [canceled]), calls, null, 0);
  expect(segmentsOf(timeline)).toEqual(['own 0-5', 'firstToken 5-100', 'own 100-110']);
  expect(timeline.rows[0]?.segments[1]?.note).toBe('p/m, attempt 1, before a token');
});

test('a job that runs grows to the present: a call under way, a wait for the provider, a step that waits', () => {
  const steps = [
    stepOf(10, null),
    stepOf(10, null, { id: 'parked', waitingUntil: '90000' }),
    stepOf(null, null, { id: 'later', status: 'PENDING' }),
  ];
  const calls = [
    attemptOf(20, null, { outcome: 'RUNNING' }),
    attemptOf(20, 10, { stepId: 'parked', outcome: 'FAILED', retryAt: '90000' }),
  ];
  const timeline = jobTimeline(jobOf(10, null, steps), calls, new Map([['later', ['a']]]), 1_000);
  expect(segmentsOf(timeline)).toEqual(['queued 0-10', 'own 10-20', 'firstToken 20-1000']);
  expect(segmentsOf(timeline, 'parked')?.at(-1)).toBe('paused 30-1000');
  expect(segmentsOf(timeline, 'later')).toEqual(['queued 0-10', 'waiting 10-1000']);
  // A computer whose clock is behind.
  expect(jobTimeline(jobOf(10, null, steps), calls, null, 5).to).toBe(20);
});

test('a step that was skipped has no time of its own', () => {
  const skipped = stepOf(null, 50, { status: 'SKIPPED' });
  const timeline = jobTimeline(jobOf(10, 80, [skipped]), [], null, 0);
  expect(segmentsOf(timeline)).toEqual(['queued 0-10', 'waiting 10-50', 'over 50-80']);
});

test('rows come in the order of the graph', () => {
  const steps = ['last', 'a', 'b'].map((id) => stepOf(0, 1, { id }));
  const waitsFor = new Map([['last', ['b']]]);
  expect(jobTimeline(jobOf(0, 1, steps), [], waitsFor, 0).rows.map(({ id }) => id)).toEqual([
    ...['b', 'last', 'a'],
  ]);
});

test('the time of a job is counted once: by the provider before our own time, and our time before waits', () => {
  const steps = [stepOf(10, 100, { id: 'b' }), stepOf(10, 60)];
  const timeline = jobTimeline(jobOf(10, 105, steps), [attemptOf(20, 30)], null, 0);
  expect(jobParts(timeline).map(({ kind, from, to }) => `${kind} ${from}-${to}`)).toEqual([
    ...['queued 0-10', 'own 10-20', 'firstToken 20-50', 'own 50-105'],
  ]);
  expect(legendOf(timeline).before).toBe(10);
  expect([...legendOf(timeline).duration]).toEqual([
    ['own', 65],
    ['firstToken', 30],
  ]);
});

test('times of a legend add up to the duration as it is written', () => {
  expect(formatParts([2_124, 378, 375])).toEqual(['2.124 s', '378 ms', '375 ms']);
  expect(formatExact(2_877)).toBe('2.877 s');
  expect(formatParts([65_700, 3_600, 40])).toEqual(['1 min 6 s', '3.0 s', '40 ms']);
  expect(formatParts([])).toEqual([]);
  const lengths = { h: 3_600_000, min: 60_000, s: 1_000, ms: 1 } as const;
  const read = (text: string) =>
    [...text.matchAll(/([\d.]+) (h|min|s|ms)/g)].reduce(
      (sum, [, count, unit]) => sum + Math.round(Number(count) * lengths[unit as keyof typeof lengths]),
      0,
    );
  const anyParts = (max: number) => fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 11 });
  const check = (parts: number[]) => {
    const total = parts.reduce((sum, part) => sum + part, 0);
    const unit = total < 60_000 ? 1 : total < 3_600_000 ? 1_000 : 60_000;
    const shown = formatParts(parts).map(read);
    // Shorter parts than the last digit of the sum don't count in it.
    const sum = shown.filter((part) => part >= unit).reduce((all, part) => all + part, 0);
    expect(sum).toBe(read(formatExact(total)));
  };
  fc.assert(fc.property(fc.oneof(...[5_000, 500_000, 50_000_000].map(anyParts)), check), { numRuns: 500 });
});

const moment = fc.integer({ min: 0, max: 2_000 });
const maybe = fc.option(moment);
const anyAttempt = fc.record({
  stepId: fc.constantFrom('a', 'b', 'c'),
  number: fc.integer({ min: 1, max: 9 }),
  model: fc.constantFrom('p/m', 'p/n'),
  outcome: fc.constantFrom<Attempt['outcome'][]>(
    ...(['RUNNING', 'ANSWERED', 'FAILED', 'CANCELED', 'LOST', 'PASSED_OVER'] as const),
  ),
  startedAt: moment.map(String),
  milliseconds: maybe,
  connectMs: maybe,
  firstTokenMs: maybe,
  retryAt: fc.option(fc.integer({ min: 0, max: 30_000 })).map(at),
});
const anyInterruption = fc.record({
  ...{ lostAt: moment.map(String), foundAt: maybe.map(at), resumedAt: maybe.map(at) },
});
const anyApproval = fc.record({
  ...{ state: fc.constant('APPROVED' as const), requestedAt: moment.map(String), decidedAt: maybe.map(at) },
});
const anyStep = fc.record({
  ...{ startedAt: maybe, finishedAt: maybe, waitingUntil: maybe },
  approval: fc.option(anyApproval),
});

test('whatever is recorded, the segments of a step follow each other without gaps, and the legend adds up to the duration', () => {
  const check = (
    [createdAt, startedAt, finishedAt]: (number | null)[],
    times: (Record<'startedAt' | 'finishedAt' | 'waitingUntil', number | null> & Pick<Step, 'approval'>)[],
    attempts: Attempt[],
    interruptions: ReturnType<typeof interruption>[],
    now: number,
  ) => {
    const steps = times.map((time, index) =>
      stepOf(time.startedAt, time.finishedAt, {
        id: 'abc'[index] ?? '',
        waitingUntil: at(time.waitingUntil),
        approval: time.approval ?? null,
      }),
    );
    const job = {
      ...jobOf(startedAt ?? null, finishedAt ?? null, steps),
      createdAt: String(createdAt),
      interruptions,
    };
    const waitsFor = new Map([
      ['b', ['a']],
      ['c', ['a', 'b']],
    ]);
    const timeline = jobTimeline(job, attempts, waitsFor, now);
    expect(timeline.rows).toHaveLength(times.length);
    for (const { segments } of timeline.rows) {
      let end = timeline.from;
      for (const { from, to } of segments) {
        expect(from).toBe(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBe(timeline.to);
    }
    if (finishedAt != null && finishedAt >= Number(createdAt)) expect(timeline.to).toBe(finishedAt);
    const legend = legendOf(timeline);
    expect(legend.before).toBe(timeline.startedAt - timeline.from);
    expect([...legend.duration.values()].reduce((sum, time) => sum + time, 0)).toBe(
      timeline.to - timeline.startedAt,
    );
    expect(jobParts(timeline).reduce((sum, { from, to }) => sum + to - from, 0)).toBe(
      timeline.to - timeline.from,
    );
  };
  const property = fc.property(
    fc.tuple(moment, maybe, maybe),
    fc.array(anyStep, { minLength: 1, maxLength: 3 }),
    fc.array(anyAttempt, { maxLength: 8 }),
    fc.array(anyInterruption, { maxLength: 3 }),
    moment,
    check,
  );
  fc.assert(property, { numRuns: 500 });
});
