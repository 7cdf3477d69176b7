import { describe, expect, test } from 'vitest';
import { openEngine } from '@/lib/engine/engine';
import { openCatalog } from '@/lib/engine/models/catalog';
import { ReplyProblem, TooMuchWork } from '@/lib/engine/replies/problems';
import { inProcess } from '@/lib/engine/text-worker';
import { BoundedTexts } from '@/lib/server/jobs/worker/bounded-texts';
import {
  type Behavior,
  breaksOff,
  breaksWith,
  fails,
  fallsSilent,
  limits,
  neverAccepts,
  neverEnds,
  says,
} from '@/testing/engine/behaviors';
import { catalogModel } from '@/testing/engine/catalog-model';
import { asksNobody } from '@/testing/engine/memory-run-store';
import { type Script, ScriptedProvider } from '@/testing/engine/scripted-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { AttemptLog, type CallEnd, type CallStart, type EarlierCall } from './attempt-log';
import type { CallPolicy, CallRequest, ReplySink } from './call-request';
import { callWithFallbacks } from './call-with-fallbacks';
import { ProviderFailure } from './provider';

const anyModel = { ...openCatalog([]), knows: () => true };
const size = { promptTokens: 100, maxTokens: 200, usualTokens: 50 };

interface Ask {
  policy?: Partial<CallPolicy>;
  request?: Partial<CallRequest<string>>;
  models?: ReturnType<typeof catalogModel>[];
  read?: (text: string) => string | Promise<string>;
  sink?: ReplySink;
}

/** Requests in a world where only the calls of models are simulated. */
function openWorld(script: Script) {
  const denied: string[] = [];
  const clock = new SimulatedClock();
  const provider = new ScriptedProvider(script, clock, 'test');
  const engine = openEngine({
    observeCall: (_, result) => {
      if (result.outcome === 'FAILED' && result.kind === 'denied') denied.push(result.message);
    },
    clock,
    random: () => 0.5,
    store: { ...asksNobody, record: async () => true, keepFile: async () => 'kept' },
    catalog: anyModel,
    providers: [provider],
    textWorker: inProcess,
    texts: new BoundedTexts(),
  });
  const begun: CallStart[] = [];
  const ended: CallEnd[] = [];
  /** How many ends there were at each flush. */
  const recorded: number[] = [];
  const store = {
    storeStart: async (start: CallStart) => {
      begun.push(start);
    },
    keepEnd: (end: CallEnd) => {
      ended.push(end);
    },
    flush: async () => {
      recorded.push(ended.length);
    },
  };
  const openLog = (past: readonly EarlierCall[], kept: number) => {
    const earlier = { attempts: past.length, lastNumber: past.length };
    return new AttemptLog({
      earlier: { ...earlier, tokensIn: 0, tokensOut: 0, costNanos: 0 },
      ...{ past, kept, clock, store },
    });
  };
  let log = openLog([], 0);
  /** A restart at that moment. @param kept the last attempt whose output was kept */
  const runAgain = (at: number, kept = 0, past: readonly EarlierCall[] = ended) => {
    clock.moveTo(at);
    log = openLog([...past], kept);
  };
  const askWithNewLog = (options: Ask = {}) => {
    log = openLog([], 0);
    return ask(options);
  };
  const control = new AbortController();

  /** Calls the script's models in their order. @returns the result by its kind, or what was thrown */
  const ask = async ({ policy, request, models, read = (text) => text, sink }: Ask = {}) => {
    const call: CallRequest<string> = {
      accountId: 'acc_1',
      traceparent: null,
      messages: [{ role: 'user', content: 'Say something.' }],
      schema: null,
      size,
      temperature: 0,
      work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
      signal: control.signal,
      read: async (text) => read(text),
      ...request,
    };
    const usual: CallPolicy = {
      models: models ?? Object.keys(script).map((name) => catalogModel(name)),
      retries: 2,
      deadlines: { connect: 5_000, firstToken: null, idle: 10_000, whole: null },
      fallbackOn: [],
      mayBeCut: true,
      isTemperatureNamed: false,
    };
    const nothing = { reply: null, failure: null, until: null, error: null };
    try {
      const ports = { engine, ...(sink && { sink }) };
      const result = await clock.run(callWithFallbacks(call, { ...usual, ...policy }, log, ports));
      if (result.outcome === 'replied') return { ...nothing, reply: result };
      return result.outcome === 'failed'
        ? { ...nothing, failure: result }
        : { ...nothing, until: result.until };
    } catch (error) {
      return { ...nothing, error };
    }
  };
  return {
    ask,
    askWithNewLog,
    runAgain,
    clock,
    provider,
    engine,
    store,
    begun,
    ended,
    recorded,
    denied,
    control,
    get log() {
      return log;
    },
  };
}

const fine = says('Fine.');

/**
 * docs/engine.md, "What a failure means": one entry per row. `next`: whether another model is called.
 */
const rows: {
  failure: string;
  behavior: Behavior;
  code: string;
  /** Calls while another model is left, and calls of the last one, with two retries. */
  calls: number;
  lastCalls: number;
  next: 'always' | 'by_policy' | 'never';
  breaks: boolean;
  mayBeCut?: boolean;
}[] = [
  {
    failure: '429',
    behavior: limits(),
    code: 'PROVIDER_RATE_LIMITED',
    ...{ calls: 3, lastCalls: 3, next: 'always', breaks: false },
  },
  {
    failure: '408',
    behavior: fails({ status: 408 }),
    code: 'PROVIDER_UNAVAILABLE',
    ...{ calls: 3, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: '503',
    behavior: fails({ status: 503 }),
    code: 'PROVIDER_UNAVAILABLE',
    ...{ calls: 3, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'a reset before the answer',
    behavior: fails({ status: null }),
    code: 'PROVIDER_UNAVAILABLE',
    ...{ calls: 3, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'an unreadable reply',
    behavior: breaksWith(new SyntaxError('Unexpected token'), ''),
    code: 'PROVIDER_REPLY_INVALID',
    ...{ calls: 3, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'no first token',
    behavior: fallsSilent(''),
    code: 'STEP_TIMED_OUT',
    ...{ calls: 1, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'silence',
    behavior: fallsSilent('Well, '),
    code: 'STEP_TIMED_OUT',
    ...{ calls: 1, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'a connect timeout',
    behavior: neverAccepts,
    code: 'STEP_TIMED_OUT',
    ...{ calls: 1, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: 'a cut in the middle of the answer',
    behavior: breaksOff('Well, '),
    code: 'STREAM_CUT',
    ...{ calls: 1, lastCalls: 3, next: 'always', breaks: true },
  },
  {
    failure: '429 in the middle of the answer',
    behavior: breaksWith(new ProviderFailure('Slow down.', { status: 429 }), 'Well, '),
    code: 'STREAM_CUT',
    ...{ calls: 1, lastCalls: 3, next: 'always', breaks: true },
  },
  ...[401, 403].map((status) => ({
    failure: `${status}`,
    behavior: fails({ status }),
    code: 'PROVIDER_AUTH_FAILED',
    ...{ calls: 1, lastCalls: 1, next: 'always' as const, breaks: false },
  })),
  {
    failure: 'an unknown model',
    behavior: fails({ status: 404, reason: 'unknown_model' }),
    code: 'MODEL_NOT_FOUND',
    ...{ calls: 1, lastCalls: 1, next: 'always', breaks: false },
  },
  {
    failure: 'a refusal',
    behavior: says('I would rather not.', { end: 'refusal' }),
    code: 'MODEL_REFUSED',
    ...{ calls: 1, lastCalls: 1, next: 'by_policy', breaks: false },
  },
  {
    failure: 'another 4xx',
    behavior: fails({ status: 422 }),
    code: 'PROVIDER_REQUEST_REFUSED',
    ...{ calls: 1, lastCalls: 1, next: 'by_policy', breaks: false },
  },
  {
    failure: 'a structured answer cut at max_tokens',
    behavior: says('{"label": "ur', { end: 'length' }),
    code: 'OUTPUT_TRUNCATED',
    ...{ calls: 1, lastCalls: 1, next: 'never', breaks: false, mayBeCut: false },
  },
];

describe.each(rows)('$failure', ({ behavior, code, calls, lastCalls, next, breaks, mayBeCut = true }) => {
  test(`is tried ${calls} times while another model is left`, async () => {
    const { ask, provider } = openWorld({ one: [behavior], two: [fine] });
    await ask({ policy: { mayBeCut, fallbackOn: ['rejected', 'refusal'] } });
    expect(provider.called.filter((model) => model === 'one')).toHaveLength(calls);
  });

  test(`is tried ${lastCalls} times with no other model left, and the result is ${code}`, async () => {
    const { ask, provider, ended } = openWorld({ one: [behavior] });
    const { failure } = await ask({ policy: { mayBeCut } });
    expect(failure).toMatchObject({ code, message: expect.stringMatching(/^test\/one: /) });
    expect(provider.called).toHaveLength(lastCalls);
    expect(ended.map((end) => [end.outcome, end.code])).toEqual(provider.called.map(() => ['FAILED', code]));
  });

  test(`leads to the next model: ${next}`, async () => {
    const leadsToNext = async (fallbackOn: CallPolicy['fallbackOn']) => {
      const { ask, provider } = openWorld({ one: [behavior], two: [fine] });
      await ask({ policy: { mayBeCut, fallbackOn } });
      return provider.called.includes('two');
    };
    expect(await leadsToNext([])).toBe(next === 'always');
    expect(await leadsToNext(['rejected', 'refusal', 'truncated'])).toBe(next !== 'never');
  });

  test(`${breaks ? 'counts' : "doesn't count"} against the model's circuit breaker`, async () => {
    const { askWithNewLog, engine } = openWorld({ one: [behavior] });
    for (let count = 0; count < 5; count += 1) await askWithNewLog({ policy: { mayBeCut, retries: 0 } });
    expect(engine.breakers.isOpen('test/one')).toBe(breaks);
  });
});

test('a retry waits half a second, then a second, each varied by chance', async () => {
  const { ask, provider, clock } = openWorld({ one: [fails({ status: 503 })] });
  await ask();
  const [first = 0, second = 0, third = 0] = provider.calls.map(({ at }) => at);
  // The world's chance is in the middle: three quarters of the longest wait.
  expect([second - first, third - second]).toEqual([375, 750]);
  expect(clock.sleeping).toBe(0);
});

test('a call that failed is recorded before the wait for the next one', async () => {
  const { ask, recorded } = openWorld({ one: [fails({ status: 503 }), fine] });
  await ask();
  expect(recorded).toEqual([1]);
});

test('Retry-After is obeyed to the millisecond, also with 503', async () => {
  for (const status of [429, 503]) {
    const { ask, provider } = openWorld({ one: [fails({ status, retryAfterMs: 3_210 }), fine] });
    const { reply: found } = await ask();
    const [first = 0, second = 0] = provider.calls.map(({ at }) => at);
    expect(found?.output).toBe('Fine.');
    expect(second - first).toBe(3_210);
  }
});

test("a Retry-After of 0 doesn't wait, and no call is made twice at once", async () => {
  const { ask, provider } = openWorld({ one: [limits(0), fine] });
  await ask();
  expect(provider.calls.map(({ at }) => at - (provider.calls[0]?.at ?? 0))).toEqual([0, 1]);
});

test('a model that would be waited for longer than 10 seconds gives way to the next at once', async () => {
  const { ask, clock } = openWorld({ one: [limits(10_001)], two: [fine] });
  const { reply: found } = await ask();
  expect(found?.model.id).toBe('test/two');
  expect(clock.passed).toBe(0);
});

test('waits are summed: a model that says "in 6 seconds" twice gives way the second time', async () => {
  const { ask, clock, provider } = openWorld({ one: [limits(6_000)], two: [fine] });
  await ask();
  expect(provider.called).toEqual(['one', 'one', 'two']);
  expect(clock.passed).toBe(6_000);
});

test('with no model left, a long wait is returned as the moment to call again', async () => {
  const { ask, clock } = openWorld({ one: [limits(60_000)] });
  const { until } = await ask();
  expect(until).toBe(clock.now() + 60_000);
  expect(clock.passed).toBe(0);
});

test('a server error with a long Retry-After gives way or waits, like a rate limit', async () => {
  const down = fails({ status: 503, retryAfterMs: 3_600_000 });
  const two = openWorld({ one: [down], two: [fine] });
  expect((await two.ask()).reply?.model.id).toBe('test/two');
  expect(two.clock.passed).toBe(0);
  const alone = openWorld({ one: [down] });
  expect((await alone.ask()).until).toBe(alone.clock.now() + 3_600_000);
});

test("a model isn't called again once its breaker is open, whatever retries are left", async () => {
  const { ask, engine, provider } = openWorld({ one: [fails({ status: 503 })] });
  for (let count = 0; count < 3; count += 1) engine.breakers.fail('test/one');
  const { failure } = await ask({ policy: { retries: 5 } });
  expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(provider.called).toHaveLength(2);
});

test("a correction isn't requested from a model whose breaker has opened since its reply", async () => {
  const { ask, engine, provider } = openWorld({ one: [fine] });
  const read = () => {
    for (let failure = 0; failure < 5; failure += 1) engine.breakers.fail('test/one');
    throw new ReplyProblem('No JSON.');
  };
  expect((await ask({ read })).failure).toMatchObject({ code: 'OUTPUT_INVALID' });
  expect(provider.called).toEqual(['one']);
});

test('a request that waits fails once its retries are used up, across restarts', async () => {
  const { ask, runAgain, clock, provider } = openWorld({ one: [limits(60_000)] });
  for (let run = 0; run < 2; run += 1) {
    expect((await ask()).until).not.toBeNull();
    runAgain(clock.now() + 60_000);
  }
  expect((await ask()).failure).toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  expect(provider.called).toHaveLength(3);
});

test('a request waits for whichever of several rate-limited models can be called first', async () => {
  const { ask, clock } = openWorld({ one: [limits(15_000)], two: [limits(3_600_000)] });
  expect((await ask()).until).toBe(clock.now() + 15_000);
});

test('a request waits for a rate-limited model even if the models after it fail permanently', async () => {
  const { ask, clock } = openWorld({ one: [limits(15_000)], two: [fails({ status: 401 })] });
  expect((await ask()).until).toBe(clock.now() + 15_000);
});

test('a refusal ends a request that could wait for another model', async () => {
  const { ask } = openWorld({ one: [limits(15_000)], two: [says('', { end: 'refusal' })] });
  expect((await ask()).failure).not.toBeNull();
});

test('a model that limits its rate is waited for also if the models after it are down', async () => {
  const { ask, provider } = openWorld({ one: [limits(15_000)], two: [fails({ status: 503 })] });
  expect((await ask()).until).not.toBeNull();
  expect(provider.called).toEqual(['one', 'two', 'two', 'two']);
});

test("a request doesn't wait for a model once an equally large context was too small", async () => {
  const tooSmall = fails({ status: 400, reason: 'context' });
  const { ask } = openWorld({ one: [limits(15_000)], two: [tooSmall] });
  expect((await ask()).failure).toMatchObject({ code: 'FALLBACKS_EXHAUSTED' });
});

describe('a request that is made again after a wait', () => {
  const waits = limits(60_000);

  test.each<[string, Behavior, boolean?]>([
    ['was denied', fails({ status: 401 })],
    ["doesn't know its model", fails({ status: 404, reason: 'unknown_model' })],
    ['had too small a context', fails({ status: 400, reason: 'context' })],
    ['refused', says('', { end: 'refusal' })],
    ['rejected the request', fails({ status: 422 })],
    ['gave no first token', fallsSilent('')],
    ['broke off', breaksOff('Well, ')],
    ['used up its retries', fails({ status: 503 })],
    ['replied twice in the wrong shape', says('nonsense')],
  ])("doesn't call a model again that %s", async (_how, behavior) => {
    const world = openWorld({ one: [behavior], two: [waits, fine] });
    const { ask, provider, clock } = world;
    const models = [catalogModel('one'), catalogModel('two', { context: 20_000 })];
    const policy: Partial<CallPolicy> = { fallbackOn: ['rejected', 'refusal'] };
    const read = (text: string) => {
      if (text === 'nonsense') throw new ReplyProblem('It is no JSON.');
      return text;
    };
    expect((await ask({ models, policy, read })).until).not.toBeNull();
    const before = provider.called.length;
    world.runAgain(clock.now() + 60_000);
    expect((await ask({ models, policy, read })).reply?.model.id).toBe('test/two');
    expect(provider.called.slice(before)).toEqual(['two']);
    expect([...world.log.failedModels]).toEqual(['test/one', 'test/two']);
  });

  test('calls no model earlier than that asked to be', async () => {
    const script = { one: [limits(15_000), fails({ status: 401 })], two: [limits(3_600_000), fine] };
    const { ask, runAgain, provider, clock } = openWorld(script);
    const from = clock.now();
    await ask();
    runAgain(from + 15_000);
    expect((await ask()).until).toBe(from + 3_600_000);
    runAgain(from + 3_600_000);
    expect((await ask()).reply?.output).toBe('Fine.');
    expect(provider.called).toEqual(['one', 'two', 'one', 'two']);
  });

  test('waits for what is left of a short delay', async () => {
    const { ask, runAgain, provider, clock } = openWorld({ one: [limits(15_000), fine], two: [waits] });
    const from = clock.now();
    await ask();
    runAgain(from + 9_000);
    expect((await ask()).reply?.output).toBe('Fine.');
    expect(provider.calls.at(-1)?.at).toBe(15_000);
  });

  test('has its retries whether or not a reply had to be asked for again', async () => {
    const { ask, runAgain, clock } = openWorld({ one: [says('nonsense'), waits, says('sense')] });
    const read = (text: string) => {
      if (text === 'nonsense') throw new ReplyProblem('It is no JSON.');
      return text;
    };
    await ask({ read, policy: { retries: 1 } });
    runAgain(clock.now() + 60_000);
    expect((await ask({ read, policy: { retries: 1 } })).reply?.output).toBe('sense');
  });

  test('has all retries for the next request once an output was kept', async () => {
    const down = fails({ status: 503 });
    const { ask, runAgain, provider, clock } = openWorld({ one: [down, down, fine, down, down, fine] });
    await ask();
    runAgain(clock.now(), 3);
    expect((await ask()).reply?.output).toBe('Fine.');
    expect(provider.called).toHaveLength(6);
  });

  test('counts no failures of requests after a lost output', async () => {
    const down = fails({ status: 503 });
    const { ask, runAgain, provider, clock } = openWorld({ one: [fine, down, down, fine] });
    await ask();
    await ask({ policy: { retries: 0 } });
    runAgain(clock.now());
    expect((await ask({ policy: { retries: 1 } })).reply?.output).toBe('Fine.');
    expect(provider.called).toHaveLength(4);
  });

  test('calls no next model after a reply that took too much work to check', async () => {
    const { ask, runAgain, provider, ended, clock } = openWorld({ one: [fine], two: [fine] });
    const read = () => {
      throw new TooMuchWork('It takes too much work.');
    };
    await ask({ read });
    expect(ended[0]).toMatchObject({ code: 'OUTPUT_INVALID', failureKind: 'too_much_work' });
    runAgain(clock.now());
    expect((await ask()).failure).toMatchObject({ code: 'OUTPUT_INVALID' });
    expect(provider.called).toEqual(['one']);
  });

  test.each([null, 'a_later_kind'])(
    'reads a failure that was stored with the kind %s by its code',
    async (failureKind) => {
      const { ask, runAgain, provider, ended, clock } = openWorld({ one: [limits(60_000), fine] });
      await ask();
      runAgain(
        clock.now() + 60_000,
        0,
        ended.map((end) => ({ ...end, failureKind })),
      );
      expect((await ask({ policy: { retries: 1 } })).reply?.output).toBe('Fine.');
      expect(provider.called).toEqual(['one', 'one']);
    },
  );

  test('passes a model over once', async () => {
    const { ask, runAgain, engine, ended, clock } = openWorld({ one: [waits], two: [fine] });
    for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/two');
    await ask();
    engine.breakers.fail('test/two');
    runAgain(clock.now() + 1_000);
    await ask();
    expect(ended.filter(({ outcome }) => outcome === 'PASSED_OVER')).toHaveLength(1);
  });
});

test('429 with no retries fails at once, without a wait', async () => {
  const { ask, clock } = openWorld({ one: [limits(60_000)] });
  const { failure } = await ask({ policy: { retries: 0 } });
  expect(failure).toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  expect(clock.passed).toBe(0);
});

test('a long wait is returned even if the circuits of the models after it are open', async () => {
  const { ask, engine } = openWorld({ one: [limits(60_000)], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/two');
  expect((await ask()).until).not.toBeNull();
});

test('a silent model is retried if the circuits of the models after it are open', async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent(''), fine], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/two');
  expect((await ask()).reply?.output).toBe('Fine.');
});

test('several models that fail are named in order, each with its code and its cause', async () => {
  const { ask } = openWorld({ one: [fails({ status: 401 })], two: [fails({ status: 500 })] });
  const { failure } = await ask({ policy: { retries: 0 } });
  expect(failure).toMatchObject({
    code: 'FALLBACKS_EXHAUSTED',
    message:
      'None of 2 models worked. test/one (PROVIDER_AUTH_FAILED): The provider says no. test/two (PROVIDER_UNAVAILABLE): The provider says no.',
  });
});

test('a reply of the wrong shape is asked for once more, with what is wrong', async () => {
  const { ask, provider, ended } = openWorld({ one: [says('nonsense'), says('sense')] });
  const read = (text: string) => {
    if (text !== 'sense') throw new ReplyProblem('At label: it is missing.');
    return text;
  };
  const { reply: found } = await ask({ read, policy: { retries: 0 } });
  expect(found?.output).toBe('sense');
  expect(provider.calls[1]?.request.messages).toMatchObject([
    { role: 'user', content: 'Say something.' },
    { role: 'assistant', content: 'nonsense' },
    { role: 'user', content: expect.stringContaining('At label: it is missing.') },
  ]);
  expect(ended.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['FAILED', 'OUTPUT_INVALID'],
    ['ANSWERED', null],
  ]);
});

test("a reply that takes too much work to check isn't requested again from any model", async () => {
  const { ask, provider, ended } = openWorld({ one: [fine], two: [fine] });
  const read = () => {
    throw new TooMuchWork('It takes too much work.');
  };
  const { failure } = await ask({ read, policy: { fallbackOn: ['rejected'] } });
  expect(provider.called).toEqual(['one']);
  expect(failure).toMatchObject({ code: 'OUTPUT_INVALID', message: 'test/one: It takes too much work.' });
  expect(ended.map(({ outcome, code }) => [outcome, code])).toEqual([['FAILED', 'OUTPUT_INVALID']]);
});

test('a run that ends while a reply is read has its attempt recorded', async () => {
  const { ask, control, ended } = openWorld({ one: [fine], two: [fine] });
  const read = async () => {
    control.abort(new Error('canceled'));
    throw control.signal.reason;
  };
  const { error } = await ask({ read });
  expect(error).toEqual(new Error('canceled'));
  expect(ended).toMatchObject([{ outcome: 'CANCELED', code: 'JOB_CANCELED', usage: { output: 20 } }]);
});

test('a second reply of the wrong shape ends with OUTPUT_INVALID, after the next model was asked afresh', async () => {
  const { ask, provider } = openWorld({ one: [says('nonsense')], two: [says('nonsense')] });
  const read = () => {
    throw new ReplyProblem('It is no JSON.');
  };
  const { failure } = await ask({ read });
  expect(provider.called).toEqual(['one', 'one', 'two', 'two']);
  expect(provider.calls[2]?.request.messages).toHaveLength(1);
  expect(failure).toMatchObject({
    code: 'FALLBACKS_EXHAUSTED',
    message:
      'None of 2 models worked. test/one (OUTPUT_INVALID): It is no JSON. test/two (OUTPUT_INVALID): It is no JSON.',
  });
});

test("replies of the wrong shape say nothing about a model's health", async () => {
  const { askWithNewLog, engine } = openWorld({ one: [says('nonsense')] });
  const read = () => {
    throw new ReplyProblem('It is no JSON.');
  };
  for (let count = 0; count < 5; count += 1) await askWithNewLog({ read });
  expect(engine.breakers.isOpen('test/one')).toBe(false);
});

test('prose that was cut at max_tokens is a valid reply', async () => {
  const { ask } = openWorld({ one: [says('One. Two. Thr', { end: 'length' })] });
  expect((await ask()).reply).toMatchObject({ output: 'One. Two. Thr', truncated: true });
});

test("an error of our own while a reply is read isn't a failure of the model", async () => {
  const { ask } = openWorld({ one: [fine], two: [fine] });
  const read = () => {
    throw new RangeError('ours');
  };
  expect((await ask({ read })).error).toEqual(new RangeError('ours'));
});

test('a model whose context is too small is passed over, with a recorded row and without a call', async () => {
  const { ask, provider, ended, log } = openWorld({ one: [fine], two: [fine] });
  const models = [catalogModel('one', { context: 250 }), catalogModel('two')];
  const { reply: found } = await ask({ models });
  expect(found?.model.id).toBe('test/two');
  expect(provider.called).toEqual(['two']);
  expect(ended[0]).toMatchObject({
    ...{ outcome: 'PASSED_OVER', model: 'test/one', number: 1, code: 'CONTEXT_EXCEEDED' },
    ...{ costNanos: 0, estimated: false, milliseconds: 0 },
  });
  expect([...log.failedModels]).toEqual([]);
  expect(log.tally).toMatchObject({ attempts: 1, lastNumber: 2 });
});

test('a request that a provider finds too long goes only to models with a larger context', async () => {
  const tooLong = fails({ status: 400, reason: 'context' });
  const { ask, provider, ended } = openWorld({ one: [tooLong], same: [fine], larger: [fine] });
  const models = [catalogModel('one'), catalogModel('same'), catalogModel('larger', { context: 20_000 })];
  const { reply: found } = await ask({ models });
  expect(provider.called).toEqual(['one', 'larger']);
  expect(found?.model.id).toBe('test/larger');
  expect(ended[1]).toMatchObject({ outcome: 'PASSED_OVER', model: 'test/same', code: 'CONTEXT_EXCEEDED' });
});

test('a model that is too small is never called, not even when all before it have failed', async () => {
  const { ask, provider } = openWorld({ one: [fails({ status: 401 })], two: [fine] });
  const models = [catalogModel('one'), catalogModel('two', { context: 250 })];
  expect((await ask({ models })).failure).toMatchObject({ code: 'FALLBACKS_EXHAUSTED' });
  expect(provider.called).toEqual(['one']);
});

test('a request too long for the last model fails with CONTEXT_EXCEEDED, without a second call', async () => {
  const { ask, provider } = openWorld({ one: [fails({ status: 400, reason: 'context' })] });
  expect((await ask()).failure).toMatchObject({ code: 'CONTEXT_EXCEEDED' });
  expect(provider.called).toHaveLength(1);
});

test('a model whose breaker is open is skipped; if it is the only model, the request fails with CIRCUIT_OPEN', async () => {
  const { ask, engine, provider, ended } = openWorld({ one: [fine], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  expect((await ask()).reply?.model.id).toBe('test/two');
  expect(ended[0]).toMatchObject({ outcome: 'PASSED_OVER', code: 'CIRCUIT_OPEN' });
  const alone = await ask({ models: [catalogModel('one')] });
  expect(alone.failure).toMatchObject({ code: 'CIRCUIT_OPEN' });
  expect(provider.called).toEqual(['two']);
});

test('only one of many concurrent requests probes a model whose breaker was open', async () => {
  const { ask, engine, clock, provider } = openWorld({ one: [says('Fine.', { firstAfter: 1_000 })] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  clock.moveTo(clock.now() + 30_000);
  const ends = await Promise.all([ask(), ask(), ask()]);
  expect(provider.called).toHaveLength(1);
  expect(ends.filter(({ reply: found }) => found)).toHaveLength(1);
  expect(engine.breakers.isOpen('test/one')).toBe(false);
});

test("a probe whose row couldn't be stored leaves the model to the next request", async () => {
  const { ask, engine, clock, store } = openWorld({ one: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  clock.moveTo(clock.now() + 30_000);
  const { storeStart } = store;
  store.storeStart = () => Promise.reject(new Error('The disk is full.'));
  expect((await ask()).error).toEqual(new Error('The disk is full.'));
  store.storeStart = storeStart;
  expect((await ask()).reply?.output).toBe('Fine.');
});

test('each attempt has its row before its call, numbered without gaps, with the estimate that stays if it is lost', async () => {
  const { ask, begun, ended } = openWorld({ one: [fails({ status: 500 })], two: [fine] });
  await ask();
  expect(begun.map(({ number, model }) => [number, model])).toEqual([
    [1, 'test/one'],
    [2, 'test/one'],
    [3, 'test/one'],
    [4, 'test/two'],
  ]);
  expect(begun[0]).toMatchObject({ usage: { input: 100, output: 50 }, costNanos: 100 * 10 + 50 * 40 });
  expect(ended.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('no call leaves before its row is stored', async () => {
  const { ask, store, clock, provider } = openWorld({ one: [says('Fine.', { openAfter: 10 })] });
  store.storeStart = () => clock.sleep(40);
  await ask();
  expect(provider.calls.map(({ at }) => at)).toEqual([40]);
});

test('a cost is of the five kinds of token, each with its own price', async () => {
  const usage = { input: 7, cachedInput: 11, cacheWrite: 13, output: 17, reasoning: 19 };
  const { ask, ended, log } = openWorld({ one: [says('Fine.', { usage })] });
  await ask();
  const cost = 7 * 10 + 11 * 1 + 13 * 12 + 17 * 40 + 19 * 40;
  expect(ended[0]).toMatchObject({ usage, costNanos: cost, estimated: false });
  expect(log.tally).toMatchObject({ tokensIn: 31, tokensOut: 36, costNanos: cost });
});

test('the cost of a model without a price is unknown, and so is every sum with it', async () => {
  const { ask, ended, log } = openWorld({ one: [fine], two: [fine] });
  await ask({ models: [catalogModel('one', { prices: [] })] });
  await ask({ models: [catalogModel('two')] });
  expect(ended.map(({ costNanos }) => costNanos)).toEqual([null, 100 * 10 + 20 * 40]);
  expect(log.tally.costNanos).toBeNull();
});

test('a caller who leaves during a call ends the request; the attempt is metered as CANCELED', async () => {
  const { ask, clock, control, ended, provider } = openWorld({ one: [neverEnds], two: [fine] });
  void clock.sleep(2_000).then(() => control.abort(new Error('canceled')));
  const { error } = await ask();
  expect(error).toEqual(new Error('canceled'));
  expect(ended).toMatchObject([{ outcome: 'CANCELED', code: 'JOB_CANCELED', estimated: true }]);
  expect(provider.called).toEqual(['one']);
  expect(clock.passed).toBe(2_000);
});

test('a caller who leaves while a retry is waited for ends the request, without a further call', async () => {
  const { ask, clock, control, provider } = openWorld({ one: [limits(9_000), fine] });
  void clock.sleep(1_000).then(() => control.abort(new Error('canceled')));
  expect((await ask()).error).toEqual(new Error('canceled'));
  expect(clock.passed).toBe(1_000);
  expect(provider.called).toEqual(['one']);
});

test("reasoning models have two minutes to their first word, and a policy's own deadlines come first", async () => {
  const thinks = says('Fine.', { firstAfter: 100_000 });
  const { ask } = openWorld({ one: [thinks] });
  const reasoning = [catalogModel('one', { reasoning: true })];
  expect((await ask({ models: reasoning })).reply?.output).toBe('Fine.');
  expect((await ask({ policy: { retries: 0 } })).failure).toMatchObject({ code: 'STEP_TIMED_OUT' });
  const deadlines = { connect: 5_000, firstToken: 99_000, idle: 10_000, whole: null };
  expect((await ask({ models: reasoning, policy: { retries: 0, deadlines } })).failure).toMatchObject({
    code: 'STEP_TIMED_OUT',
  });
});

test('models that hang take as long as their deadlines, and no longer', async () => {
  const { ask, clock } = openWorld({ one: [fallsSilent('')], two: [fallsSilent('')], three: [fine] });
  await ask();
  expect(clock.passed).toBe(20_000);
});

test("a policy that leaves a model less time than usual doesn't rank it down for others", async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent('')] });
  const models = [catalogModel('one', { routed: true })];
  const deadlines = { connect: 5_000, firstToken: 1_000, idle: 10_000, whole: null };
  await ask({ models, policy: { deadlines, retries: 5 } });
  expect(engine.measurements.errorRate('test/one')).toBe(0);
  expect(engine.breakers.isOpen('test/one')).toBe(true);
});

test('a silence of the usual length ranks a model down', async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent('')] });
  await ask({ models: [catalogModel('one', { routed: true })], policy: { retries: 5 } });
  expect(engine.measurements.errorRate('test/one')).toBe(1);
});

test('the operator is notified of a refused key, but not of an invented model name', async () => {
  for (const status of [400, 403, 404]) {
    const { ask, denied } = openWorld({ one: [fails({ status, reason: 'unknown_model' })] });
    expect((await ask()).failure).toMatchObject({ code: 'MODEL_NOT_FOUND' });
    expect(denied).toEqual([]);
  }
  const { ask, denied } = openWorld({ one: [fails({ status: 401 })] });
  await ask();
  expect(denied).toHaveLength(1);
});

test('a reasoning model is sent a temperature only if the caller named it', async () => {
  const { ask, provider } = openWorld({ one: [fine] });
  const models = [catalogModel('one', { reasoning: true })];
  await ask();
  await ask({ models });
  await ask({ models, request: { temperature: 0.7 }, policy: { isTemperatureNamed: true } });
  expect(provider.calls.map(({ request }) => request.temperature)).toEqual([0, null, 0.7]);
});

describe('a sink', () => {
  /** A sink that notes what it gets, with the moment. */
  function openSink(clock: SimulatedClock) {
    const seen: unknown[] = [];
    const sink: ReplySink = {
      begin: ({ number, model }) => seen.push([number, model]),
      text: (number, part) => seen.push([number, part, clock.passed]),
    };
    return { seen, sink };
  }

  test('gets the parts of a reply in order, as they come', async () => {
    const { ask, clock } = openWorld({ one: [says('One two three.', { every: 100 })] });
    const { seen, sink } = openSink(clock);
    const read = (text: string) => {
      seen.push('read');
      return text;
    };
    expect((await ask({ sink, read })).reply?.output).toBe('One two three.');
    expect(seen).toEqual([
      ...[
        [1, 'test/one'],
        [1, 'One ', 0],
        [1, 'two ', 100],
        [1, 'three.', 200],
      ],
      'read',
    ]);
  });

  test('begins anew with each retry and with the next model', async () => {
    const down = breaksWith(new SyntaxError('Unexpected token'), 'No ');
    const { ask, clock } = openWorld({ one: [down], two: [fine] });
    const { seen, sink } = openSink(clock);
    await ask({ sink, policy: { retries: 1 } });
    expect(seen).toEqual([
      ...[
        [1, 'test/one'],
        [1, 'No ', 0],
      ],
      ...[
        [2, 'test/one'],
        [2, 'No ', 375],
      ],
      ...[
        [3, 'test/two'],
        [3, 'Fine.', 375],
      ],
    ]);
  });

  test('begins anew with a correction, and not with a skipped model', async () => {
    const { ask, clock } = openWorld({ small: [fine], one: [says('nonsense'), says('sense')] });
    const { seen, sink } = openSink(clock);
    const read = (text: string) => {
      if (text === 'nonsense') throw new ReplyProblem('It is no JSON.');
      return text;
    };
    await ask({ sink, read, models: [catalogModel('small', { context: 250 }), catalogModel('one')] });
    expect(seen).toEqual([
      ...[
        [2, 'test/one'],
        [2, 'nonsense', 0],
      ],
      ...[
        [3, 'test/one'],
        [3, 'sense', 0],
      ],
    ]);
  });
});
