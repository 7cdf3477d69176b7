import { expect, test } from 'vitest';
import { callModel } from '@/lib/engine/calls/call-model';
import { type ModelRequest, ProviderFailure } from '@/lib/engine/calls/provider';
import { noTokens } from '@/lib/engine/models/cost';
import { Interruption } from '@/lib/engine/run/run-error';
import {
  type Behavior,
  breaksOff,
  breaksWith,
  connects,
  endsWithoutEnd,
  fails,
  fallsSilent,
  ignoresAbort,
  limits,
  neverAccepts,
  neverEnds,
  says,
  usualUsage,
} from '@/testing/engine/behaviors';
import { ScriptedProvider } from '@/testing/engine/scripted-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';

const deadlines = { connect: 5_000, firstToken: 10_000, idle: 8_000, whole: 60_000 };

/** Calls a model with this behavior. @param abortAfter milliseconds after which the caller aborts the call */
async function call(
  behavior: Behavior,
  { abortAfter, ...own }: { abortAfter?: number } & Partial<typeof deadlines> = {},
) {
  const clock = new SimulatedClock();
  const provider = new ScriptedProvider({ model: [behavior] }, clock);
  const control = new AbortController();
  const request: ModelRequest = {
    model: 'model',
    messages: [{ role: 'user', content: 'x'.repeat(400) }],
    promptTokens: 100,
    temperature: 0,
    maxTokens: 100,
    schema: null,
    work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
    accountId: 'acc_1',
    traceparent: null,
    earlierCalls: 0,
    signal: control.signal,
  };
  if (abortAfter === 0) control.abort(new Interruption('canceled'));
  else if (abortAfter !== undefined)
    void clock.sleep(abortAfter).then(() => control.abort(new Interruption('canceled')));
  const result = await clock.run(
    callModel(provider, request, { deadlines: { ...deadlines, ...own }, clock }),
  );
  return { result, seen: provider.calls[0], clock };
}

test("a reply is read to its end, with the provider's usage and the time of its first token", async () => {
  const { result } = await call(says('one two three', { openAfter: 300, firstAfter: 200, every: 50 }));
  expect(result).toEqual({
    outcome: 'ANSWERED',
    text: 'one two three',
    truncated: false,
    usage: usualUsage,
    estimated: false,
    connectMs: 300,
    firstTokenMs: 500,
    milliseconds: 600,
  });
});

test('the time to connect is known as soon as a provider has accepted a call, and not before', async () => {
  const silent = await call(fallsSilent(''));
  expect(silent.result).toMatchObject({ outcome: 'FAILED', connectMs: 0, firstTokenMs: null });
  const refused = await call(neverAccepts);
  expect(refused.result).toMatchObject({ outcome: 'FAILED', connectMs: null });
});

test('a reply that reached max_tokens is marked as truncated', async () => {
  const { result } = await call(says('one two', { end: 'length' }));
  expect(result).toMatchObject({ outcome: 'ANSWERED', truncated: true });
});

test('the usage of a reply that reports none is estimated from the messages and the text', async () => {
  const { result } = await call(says('four by four chars', { usage: null }));
  expect(result).toMatchObject({ estimated: true, usage: { ...noTokens, input: 100, output: 5 } });
});

test.each([
  ['connect', neverAccepts, 5_000, 'There was no connection to the provider within 5 seconds.'],
  ['first token', fallsSilent(''), 10_000, "The first token didn't come within 10 seconds."],
  [
    'silence',
    fallsSilent('Hello '),
    8_000,
    'The model was silent for 8 seconds in the middle of its answer.',
  ],
  ['whole', neverEnds, 60_000, "The answer wasn't complete within 60 seconds."],
])('the clock for %s ends a call, the moment it runs out', async (_, behavior, milliseconds, message) => {
  const { result, seen } = await call(behavior);
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'timed_out', message, milliseconds });
  expect(seen?.aborted?.at).toBe((seen?.at ?? 0) + milliseconds);
});

test.each<[string, Behavior, Partial<typeof deadlines>, number]>([
  ['the first token after the connection', fallsSilent(''), { firstToken: 1_000 }, 1_000],
  ['silence after the first token', fallsSilent('Hello '), { firstToken: 120_000, idle: 2_000 }, 2_000],
])(
  'a deadline that ends before an earlier deadline would have still applies: %s',
  async (_, behavior, own, milliseconds) => {
    const { result, clock } = await call(behavior, own);
    expect(result).toMatchObject({ outcome: 'FAILED', kind: 'timed_out', milliseconds });
    expect(clock.sleeping).toBe(0);
  },
);

test("the deadline for the whole call applies while the provider hasn't accepted it", async () => {
  const clock = new SimulatedClock();
  const provider = new ScriptedProvider({ model: [neverAccepts] }, clock);
  const { signal } = new AbortController();
  const request = {
    model: 'model',
    messages: [],
    promptTokens: 0,
    temperature: 0,
    maxTokens: 1,
    schema: null,
    signal,
  };
  const work = { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' };
  const result = await clock.run(
    callModel(
      provider,
      { ...request, work, accountId: 'acc_1', traceparent: null, earlierCalls: 0 },
      { deadlines: { ...deadlines, whole: 1_000 }, clock },
    ),
  );
  expect(result).toMatchObject({ kind: 'timed_out', milliseconds: 1_000 });
  expect(result).toMatchObject({ message: "The answer wasn't complete within 1 second." });
});

test("a call that keeps talking within its deadlines isn't ended", async () => {
  const { result } = await call(says('a b c d e', { openAfter: 4_999, firstAfter: 9_999, every: 7_999 }));
  expect(result).toMatchObject({ outcome: 'ANSWERED', text: 'a b c d e' });
});

test('a call that its provider refused costs nothing', async () => {
  for (const behavior of [fails({ status: 503 }), fails({ status: null })])
    expect((await call(behavior)).result).toMatchObject({ usage: noTokens, estimated: false });
});

test.each<[string, Behavior, number | undefined, number]>([
  ['by a clock before it was accepted', connects, undefined, 0],
  ['by its caller before it was accepted', neverAccepts, 2_000, 0],
  ['by a clock before the first token', fallsSilent(''), undefined, 0],
  ['by a clock in the middle', fallsSilent('four by four chars'), undefined, 5],
])('a call that was ended %s is estimated', async (_, behavior, abortAfter, output) => {
  const { result } = await call(behavior, abortAfter === undefined ? {} : { abortAfter });
  expect(result).toMatchObject({ usage: { ...noTokens, input: 100, output }, estimated: true });
});

test('a call without a connection costs nothing', async () => {
  const { result } = await call(neverAccepts);
  expect(result).toMatchObject({ usage: noTokens, estimated: false });
});

test('the clock for the first token runs from the connection, and anew from each thought', async () => {
  const thinks: Behavior = async function* ({ signal }, clock) {
    yield { type: 'connected' };
    await clock.sleep(6_000, signal);
    yield { type: 'open' };
    await clock.sleep(3_000, signal);
    yield { type: 'thought', text: 'Let me see.' };
    await clock.sleep(9_000, signal);
    yield { type: 'text', text: 'Done.' };
    yield { type: 'end', reason: 'stop' };
  };
  const { result } = await call(thinks);
  expect(result).toMatchObject({ outcome: 'ANSWERED', text: 'Done.', firstTokenMs: 18_000 });
});

test('a model that thinks in the middle of its reply may take as long as for a first token; its failure says it was silent', async () => {
  const pauses: Behavior = async function* ({ signal }, clock) {
    yield { type: 'open' };
    yield { type: 'text', text: 'Well, ' };
    yield { type: 'thought', text: 'Let me see.' };
    await clock.sleep(60_000, signal);
  };
  const { result } = await call(pauses);
  const message = 'The model was silent for 10 seconds in the middle of its answer.';
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'timed_out', message, milliseconds: 10_000 });
});

test('a model that thinks without an end is ended by the clock for the whole', async () => {
  const broods: Behavior = async function* ({ signal }, clock) {
    for (;;) {
      yield { type: 'thought', text: 'Let me see.' };
      await clock.sleep(1_000, signal);
    }
  };
  const { result } = await call(broods);
  expect(result).toMatchObject({ kind: 'timed_out', milliseconds: 60_000, estimated: true });
  // Providers charge for thoughts, too.
  expect(result.usage).toMatchObject({ output: 0, reasoning: 60 * 3 });
});

test("parts without text don't count as a reply", async () => {
  const stammers: Behavior = async function* ({ signal }, clock) {
    yield { type: 'open' };
    for (;;) {
      yield { type: 'text', text: '' };
      await clock.sleep(1_000, signal);
    }
  };
  const { result } = await call(stammers);
  expect(result).toMatchObject({ kind: 'timed_out', milliseconds: 10_000, firstTokenMs: null });
});

test("a reply that a filter stopped isn't reported as the model's own refusal", async () => {
  const { result } = await call(says('Half an answer', { end: 'filter' }));
  const message = "A filter of the provider stopped the model's answer.";
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'refusal', message });
});

test.each<[string, Behavior, object]>([
  ['429 with Retry-After', limits(3_000), { kind: 'rate_limited', status: 429, retryAfterMs: 3_000 }],
  ['429 without it', limits(), { kind: 'rate_limited', status: 429, retryAfterMs: null }],
  ['408', fails({ status: 408 }), { kind: 'unavailable', status: 408 }],
  ['500', fails({ status: 500 }), { kind: 'unavailable', status: 500 }],
  ['529', fails({ status: 529 }), { kind: 'unavailable', status: 529 }],
  ['no connection', fails({ status: null }), { kind: 'unavailable', status: null }],
  ['401', fails({ status: 401 }), { kind: 'denied' }],
  ['403', fails({ status: 403 }), { kind: 'denied' }],
  ['an unknown model', fails({ status: 404, reason: 'unknown_model' }), { kind: 'unknown_model' }],
  ['a context too small', fails({ status: 400, reason: 'context' }), { kind: 'context' }],
  ['a refusal by status', fails({ status: 400, reason: 'refusal' }), { kind: 'refusal' }],
  [
    'a refusal in the answer',
    says('I cannot.', { end: 'refusal' }),
    { kind: 'refusal', message: 'I cannot.' },
  ],
  ['400', fails({ status: 400 }), { kind: 'rejected' }],
  ['404', fails({ status: 404 }), { kind: 'rejected' }],
  ['a redirect', fails({ status: 302 }), { kind: 'unreadable' }],
  ['an unreadable reply', fails({ status: 200, reason: 'unreadable' }), { kind: 'unreadable' }],
  [
    'an error of the adapter',
    breaksWith(new TypeError('undefined is not a function'), ''),
    { kind: 'unreadable' },
  ],
  ['a connection that breaks off', breaksOff('Hello '), { kind: 'stream_cut' }],
  [
    '429 in the middle of the answer',
    breaksWith(new ProviderFailure('Slow down.', { status: 429, retryAfterMs: 1_000 }), 'Hello '),
    { kind: 'stream_cut' },
  ],
  ['a stream without its end', endsWithoutEnd('Hello '), { kind: 'stream_cut' }],
  ['a stream with nothing in it', endsWithoutEnd(''), { kind: 'unavailable' }],
])('%s is distinguished from every other failure', async (_, behavior, expected) => {
  const { result, clock } = await call(behavior);
  expect(result).toMatchObject({ outcome: 'FAILED', ...expected });
  expect(clock.passed).toBe(0);
});

test('an error of the adapter shows nothing of its message', async () => {
  const { result } = await call(breaksWith(new TypeError('the secret key sk-123'), ''));
  expect(JSON.stringify(result)).not.toContain('sk-123');
});

test('a caller who leaves ends the call at once, and what it cost so far is estimated', async () => {
  const { result, seen, clock } = await call(neverEnds, { abortAfter: 2_500 });
  expect(result).toMatchObject({ outcome: 'CANCELED', estimated: true, milliseconds: 2_500 });
  expect(result.usage.output).toBeGreaterThan(0);
  expect(seen?.aborted).toMatchObject({ reason: new Interruption('canceled') });
  expect(clock.passed).toBe(2_500);
});

test('for a caller who left before, no call leaves, and none costs anything', async () => {
  const { result, seen } = await call(neverEnds, { abortAfter: 0 });
  expect(result).toMatchObject({ outcome: 'CANCELED', milliseconds: 0, usage: noTokens, estimated: false });
  expect(seen).toBeUndefined();
});

test.each([
  ['a clock', undefined, { outcome: 'FAILED', kind: 'timed_out', milliseconds: 8_000 }],
  ['its caller', 3_000, { outcome: 'CANCELED', milliseconds: 3_000 }],
])('a provider that ignores its signal is left by %s all the same', async (_, abortAfter, expected) => {
  const { result } = await call(ignoresAbort, abortAfter === undefined ? {} : { abortAfter });
  expect(result).toMatchObject(expected);
});

test.each<[string, Behavior]>([
  ['answered', says('Hello')],
  ['failed', fails({ status: 500 })],
  ['fell silent', fallsSilent('Hello')],
])('a call that %s leaves no timer and no listener behind', async (_, behavior) => {
  const { clock, seen } = await call(behavior);
  expect(clock.sleeping).toBe(0);
  expect(seen?.request.signal.aborted).toBe(true);
});
