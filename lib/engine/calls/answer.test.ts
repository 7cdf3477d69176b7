import { describe, expect, test } from 'vitest';
import { answer } from '@/lib/engine/calls/answer';
import { ProviderFailure } from '@/lib/engine/calls/provider';
import { StepBooks } from '@/lib/engine/calls/step-books';
import { openEngine } from '@/lib/engine/engine';
import { inProcess } from '@/lib/engine/expressions/expressions';
import { openCatalog } from '@/lib/engine/models/catalog';
import { ReplyProblem } from '@/lib/engine/replies/reply-problem';
import { TooMuchWork } from '@/lib/engine/replies/too-much-work';
import { Interruption, Parked, StepFailure } from '@/lib/engine/run/run-error';
import type { AttemptEnd, AttemptStart, EarlierAttempt } from '@/lib/engine/run/run-store';
import type { Step } from '@/lib/engine/workflow';
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
import { plannedStep } from '@/testing/engine/planned-step';
import { type Script, ScriptedProvider } from '@/testing/engine/scripted-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';

const anyModel = { ...openCatalog([]), knows: () => true };

/** A step's questions in a world where only the calls of models are simulated. */
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
    store: { record: async () => true },
    catalog: anyModel,
    providers: [provider],
    expressions: inProcess,
    texts: new BoundedTexts(),
  });
  const begun: AttemptStart[] = [];
  const ended: AttemptEnd[] = [];
  /** How many ends there were, each time that they were recorded. */
  const recorded: number[] = [];
  const openBooks = (past: readonly EarlierAttempt[], kept: number) =>
    new StepBooks({
      position: 0,
      earlier: { attempts: past.length, lastNumber: past.length, tokensIn: 0, tokensOut: 0, costNanos: 0 },
      past,
      kept,
      clock,
      store: async (start) => {
        begun.push(start);
      },
      keep: (end) => ended.push(end),
      record: async () => {
        recorded.push(ended.length);
      },
    });
  let books = openBooks([], 0);
  /** Another run of the step begins, at that moment. @param kept the last attempt whose answer was kept */
  const runAgain = (at: number, kept = 0) => {
    clock.moveTo(at);
    const past = ended.map((end) => ({ ...end, startedAt: 0, endedAt: 0 }));
    books = openBooks(past, kept);
  };
  const askForAnotherStep = (options: Parameters<typeof ask>[0] = {}) => {
    books = openBooks([], 0);
    return ask(options);
  };
  const control = new AbortController();

  /** Asks the script's models in their order, and tells how that ended. */
  const ask = async ({
    step = {},
    models = Object.keys(script).map((name) => catalogModel(name)),
    size = { promptTokens: 100, maxTokens: 200, usualTokens: 50 },
    mayBeCut = true,
    read = (text) => text,
  }: {
    step?: Partial<Step>;
    models?: ReturnType<typeof catalogModel>[];
    size?: { promptTokens: number; maxTokens: number; usualTokens: number };
    mayBeCut?: boolean;
    read?: (text: string) => string | Promise<string>;
  } = {}) => {
    const question = {
      step: plannedStep(step),
      accountId: 'acc_1',
      traceparent: null,
      messages: [{ role: 'user' as const, text: 'Say something.' }],
      schema: null,
      size,
      temperature: 0,
      work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
      mayBeCut,
      read: async (text: string) => read(text),
    };
    const run = { engine, books, signal: control.signal };
    return clock
      .run(answer(question, models, run))
      .then((answered) => ({ answer: answered, error: null }))
      .catch((error: unknown) => ({ answer: null, error }));
  };
  return {
    ask,
    askForAnotherStep,
    runAgain,
    clock,
    provider,
    engine,
    begun,
    ended,
    recorded,
    denied,
    control,
    get books() {
      return books;
    },
  };
}

const fine = says('Fine.');

/**
 * docs/engine.md, "What a failure means": a row each. `again`: calls of the same model; `next`: whether another is
 * called.
 */
const rows: {
  failure: string;
  behavior: Behavior;
  code: string;
  /** Calls while another model is left, and calls of the last one, with two retries. */
  calls: number;
  lastCalls: number;
  next: 'always' | 'named' | 'on_refusal' | 'never';
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
    ...{ calls: 1, lastCalls: 1, next: 'on_refusal', breaks: false },
  },
  {
    failure: 'another 4xx',
    behavior: fails({ status: 422 }),
    code: 'PROVIDER_REQUEST_REFUSED',
    ...{ calls: 1, lastCalls: 1, next: 'named', breaks: false },
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
    await ask({ mayBeCut, step: { fallbacks: ['test/two'], onRefusal: 'FALLBACK' } });
    expect(provider.called.filter((model) => model === 'one')).toHaveLength(calls);
  });

  test(`is tried ${lastCalls} times with no other model left, and the step fails with ${code}`, async () => {
    const { ask, provider, ended } = openWorld({ one: [behavior] });
    const { error } = await ask({ mayBeCut });
    expect(error).toBeInstanceOf(StepFailure);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^test\/one: /) });
    expect(provider.called).toHaveLength(lastCalls);
    expect(ended.map((end) => [end.outcome, end.code])).toEqual(provider.called.map(() => ['FAILED', code]));
  });

  test(`goes on to the next model ${next === 'always' ? 'of a ranking' : `: ${next}`}`, async () => {
    const goesOnWith = async (step: Partial<Step>) => {
      const { ask, provider } = openWorld({ one: [behavior], two: [fine] });
      await ask({ mayBeCut, step });
      return provider.called.includes('two');
    };
    expect(await goesOnWith({})).toBe(next === 'always');
    expect(await goesOnWith({ fallbacks: ['test/two'] })).toBe(next === 'always' || next === 'named');
    expect(await goesOnWith({ onRefusal: 'FALLBACK' })).toBe(next === 'always' || next === 'on_refusal');
  });

  test(`${breaks ? 'counts' : "doesn't count"} against the model's circuit breaker`, async () => {
    const { askForAnotherStep, engine } = openWorld({ one: [behavior] });
    for (let count = 0; count < 5; count += 1) await askForAnotherStep({ mayBeCut, step: { retries: 0 } });
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
    const { answer: found } = await ask();
    const [first = 0, second = 0] = provider.calls.map(({ at }) => at);
    expect(found?.output).toBe('Fine.');
    expect(second - first).toBe(3_210);
  }
});

test('a Retry-After of 0 is no wait, and no call is made twice at once', async () => {
  const { ask, provider } = openWorld({ one: [limits(0), fine] });
  await ask();
  expect(provider.calls.map(({ at }) => at - (provider.calls[0]?.at ?? 0))).toEqual([0, 1]);
});

test('a model that would be waited for longer than 10 seconds gives way to the next at once', async () => {
  const { ask, clock } = openWorld({ one: [limits(10_001)], two: [fine] });
  const { answer: found } = await ask();
  expect(found?.model.id).toBe('test/two');
  expect(clock.passed).toBe(0);
});

test('waits are summed: a model that says "in 6 seconds" twice gives way the second time', async () => {
  const { ask, clock, provider } = openWorld({ one: [limits(6_000)], two: [fine] });
  await ask();
  expect(provider.called).toEqual(['one', 'one', 'two']);
  expect(clock.passed).toBe(6_000);
});

test('with no model left a long wait parks the step until then, without holding a worker', async () => {
  const { ask, clock } = openWorld({ one: [limits(60_000)] });
  const { error } = await ask();
  expect(error).toBeInstanceOf(Parked);
  expect(error).toMatchObject({ until: clock.now() + 60_000 });
  expect(clock.passed).toBe(0);
});

test('a server error with a long Retry-After gives way or parks the step, like a limit of the rate', async () => {
  const down = fails({ status: 503, retryAfterMs: 3_600_000 });
  const two = openWorld({ one: [down], two: [fine] });
  expect((await two.ask()).answer?.model.id).toBe('test/two');
  expect(two.clock.passed).toBe(0);
  const alone = openWorld({ one: [down] });
  expect((await alone.ask()).error).toMatchObject({ until: alone.clock.now() + 3_600_000 });
});

test('a model is not called again once its breaker holds it back, whatever retries are left', async () => {
  const { ask, engine, provider } = openWorld({ one: [fails({ status: 503 })] });
  for (let count = 0; count < 3; count += 1) engine.breakers.fail('test/one');
  const { error } = await ask({ step: { retries: 5 } });
  expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(provider.called).toHaveLength(2);
});

test("a reply isn't asked for again of a model that its breaker holds back meanwhile", async () => {
  const { ask, engine, provider } = openWorld({ one: [fine] });
  const read = () => {
    for (let failure = 0; failure < 5; failure += 1) engine.breakers.fail('test/one');
    throw new ReplyProblem('No JSON.');
  };
  expect((await ask({ read })).error).toMatchObject({ code: 'OUTPUT_INVALID' });
  expect(provider.called).toEqual(['one']);
});

test('a parked step fails once its retries are used up, over all its runs', async () => {
  const { ask, runAgain, clock, provider } = openWorld({ one: [limits(60_000)] });
  for (let run = 0; run < 2; run += 1) {
    const { error } = await ask();
    expect(error).toBeInstanceOf(Parked);
    runAgain(clock.now() + 60_000);
  }
  expect((await ask()).error).toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  expect(provider.called).toHaveLength(3);
});

test('of several models that limit their rate, the step waits for the one that can be called first', async () => {
  const { ask, clock } = openWorld({ one: [limits(15_000)], two: [limits(3_600_000)] });
  expect((await ask()).error).toMatchObject({ until: clock.now() + 15_000 });
});

test('a step waits for a model that limits its rate also if the models after it fail for good', async () => {
  const { ask, clock } = openWorld({ one: [limits(15_000)], two: [fails({ status: 401 })] });
  expect((await ask()).error).toMatchObject({ until: clock.now() + 15_000 });
});

test('a refusal ends a step that could wait for another model', async () => {
  const { ask } = openWorld({ one: [limits(15_000)], two: [says('', { end: 'refusal' })] });
  expect((await ask()).error).toBeInstanceOf(StepFailure);
});

test('a step waits for a model that limits its rate also if the models after it are down', async () => {
  const { ask, provider } = openWorld({ one: [limits(15_000)], two: [fails({ status: 503 })] });
  expect((await ask()).error).toBeInstanceOf(Parked);
  expect(provider.called).toEqual(['one', 'two', 'two', 'two']);
});

test('a model with no larger context than one that was too small is not waited for', async () => {
  const tooSmall = fails({ status: 400, reason: 'context' });
  const { ask } = openWorld({ one: [limits(15_000)], two: [tooSmall] });
  expect((await ask()).error).toMatchObject({ code: 'FALLBACKS_EXHAUSTED' });
});

describe('a step that goes on after a wait', () => {
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
  ])('does not call a model again that %s', async (_how, behavior) => {
    const world = openWorld({ one: [behavior], two: [waits, fine] });
    const { ask, provider, clock } = world;
    const models = [catalogModel('one'), catalogModel('two', { context: 20_000 })];
    const step = { fallbacks: ['test/two'], onRefusal: 'FALLBACK' as const };
    const read = (text: string) => {
      if (text === 'nonsense') throw new ReplyProblem('It is no JSON.');
      return text;
    };
    expect((await ask({ models, step, read })).error).toBeInstanceOf(Parked);
    const before = provider.called.length;
    world.runAgain(clock.now() + 60_000);
    expect((await ask({ models, step, read })).answer?.model.id).toBe('test/two');
    expect(provider.called.slice(before)).toEqual(['two']);
    expect([...world.books.failedModels]).toEqual(['test/one', 'test/two']);
  });

  test('calls no model earlier than that asked to be', async () => {
    const script = { one: [limits(15_000), fails({ status: 401 })], two: [limits(3_600_000), fine] };
    const { ask, runAgain, provider, clock } = openWorld(script);
    const from = clock.now();
    await ask();
    runAgain(from + 15_000);
    expect((await ask()).error).toMatchObject({ until: from + 3_600_000 });
    runAgain(from + 3_600_000);
    expect((await ask()).answer?.output).toBe('Fine.');
    expect(provider.called).toEqual(['one', 'two', 'one', 'two']);
  });

  test('waits for what is left of a short delay', async () => {
    const { ask, runAgain, provider, clock } = openWorld({ one: [limits(15_000), fine], two: [waits] });
    const from = clock.now();
    await ask();
    runAgain(from + 9_000);
    expect((await ask()).answer?.output).toBe('Fine.');
    expect(provider.calls.at(-1)?.at).toBe(15_000);
  });

  test('has its retries whether or not a reply had to be asked for again', async () => {
    const { ask, runAgain, clock } = openWorld({ one: [says('nonsense'), waits, says('sense')] });
    const read = (text: string) => {
      if (text === 'nonsense') throw new ReplyProblem('It is no JSON.');
      return text;
    };
    await ask({ read, step: { retries: 1 } });
    runAgain(clock.now() + 60_000);
    expect((await ask({ read, step: { retries: 1 } })).answer?.output).toBe('sense');
  });

  test('has all retries for a question after one whose answer was kept', async () => {
    const down = fails({ status: 503 });
    const { ask, runAgain, provider, clock } = openWorld({ one: [down, down, fine, down, down, fine] });
    await ask();
    runAgain(clock.now(), 3);
    expect((await ask()).answer?.output).toBe('Fine.');
    expect(provider.called).toHaveLength(6);
  });

  test('counts no failures of questions whose answers before them were lost', async () => {
    const down = fails({ status: 503 });
    const { ask, runAgain, provider, clock } = openWorld({ one: [fine, down, down, fine] });
    await ask();
    await ask({ step: { retries: 0 } });
    runAgain(clock.now());
    expect((await ask({ step: { retries: 1 } })).answer?.output).toBe('Fine.');
    expect(provider.called).toHaveLength(4);
  });

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

test('429 with no retries fails at once, and is never parked', async () => {
  const { ask, clock } = openWorld({ one: [limits(60_000)] });
  const { error } = await ask({ step: { retries: 0 } });
  expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  expect(clock.passed).toBe(0);
});

test('a long wait parks the step also if the models behind it are held back', async () => {
  const { ask, engine } = openWorld({ one: [limits(60_000)], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/two');
  expect((await ask()).error).toBeInstanceOf(Parked);
});

test('silence is tried again if the models behind are held back', async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent(''), fine], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/two');
  expect((await ask()).answer?.output).toBe('Fine.');
});

test('several models that fail are named in order, each with its code and its cause', async () => {
  const { ask } = openWorld({ one: [fails({ status: 401 })], two: [fails({ status: 500 })] });
  const { error } = await ask({ step: { retries: 0 } });
  expect(error).toMatchObject({
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
  const { answer: found } = await ask({ read, step: { retries: 0 } });
  expect(found?.output).toBe('sense');
  expect(provider.calls[1]?.request.messages).toMatchObject([
    { role: 'user', text: 'Say something.' },
    { role: 'assistant', text: 'nonsense' },
    { role: 'user', text: expect.stringContaining('At label: it is missing.') },
  ]);
  expect(ended.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['FAILED', 'OUTPUT_INVALID'],
    ['ANSWERED', null],
  ]);
});

test('a reply that takes too much work to check is not asked for again, of no model', async () => {
  const { ask, provider, ended } = openWorld({ one: [fine], two: [fine] });
  const read = () => {
    throw new TooMuchWork('It takes too much work.');
  };
  const { error } = await ask({ read, step: { fallbacks: ['test/two'] } });
  expect(provider.called).toEqual(['one']);
  expect(error).toMatchObject({ code: 'OUTPUT_INVALID', message: 'test/one: It takes too much work.' });
  expect(ended.map(({ outcome, code }) => [outcome, code])).toEqual([['FAILED', 'OUTPUT_INVALID']]);
});

test('a run that ends while a reply is read has its attempt on the books', async () => {
  const { ask, control, ended } = openWorld({ one: [fine], two: [fine] });
  const read = async () => {
    control.abort(new Interruption('canceled'));
    throw control.signal.reason;
  };
  const { error } = await ask({ read });
  expect(error).toBeInstanceOf(Interruption);
  expect(ended).toMatchObject([{ outcome: 'CANCELED', code: 'JOB_CANCELED', usage: { output: 20 } }]);
});

test('a second reply of the wrong shape ends with OUTPUT_INVALID, after the next model was asked afresh', async () => {
  const { ask, provider } = openWorld({ one: [says('nonsense')], two: [says('nonsense')] });
  const read = () => {
    throw new ReplyProblem('It is no JSON.');
  };
  const { error } = await ask({ read });
  expect(provider.called).toEqual(['one', 'one', 'two', 'two']);
  expect(provider.calls[2]?.request.messages).toHaveLength(1);
  expect(error).toMatchObject({
    code: 'FALLBACKS_EXHAUSTED',
    message:
      'None of 2 models worked. test/one (OUTPUT_INVALID): It is no JSON. test/two (OUTPUT_INVALID): It is no JSON.',
  });
});

test("replies of the wrong shape say nothing about a model's health", async () => {
  const { askForAnotherStep, engine } = openWorld({ one: [says('nonsense')] });
  const read = () => {
    throw new ReplyProblem('It is no JSON.');
  };
  for (let count = 0; count < 5; count += 1) await askForAnotherStep({ read });
  expect(engine.breakers.isOpen('test/one')).toBe(false);
});

test('prose that was cut at max_tokens is an answer', async () => {
  const { ask } = openWorld({ one: [says('One. Two. Thr', { end: 'length' })] });
  expect((await ask()).answer).toMatchObject({ output: 'One. Two. Thr', truncated: true });
});

test("an error of our own while a reply is read isn't a failure of the model", async () => {
  const { ask } = openWorld({ one: [fine], two: [fine] });
  const read = () => {
    throw new RangeError('ours');
  };
  expect((await ask({ read })).error).toEqual(new RangeError('ours'));
});

test('a model whose context is too small is passed over, with a row in the books and without a call', async () => {
  const { ask, provider, ended, books } = openWorld({ one: [fine], two: [fine] });
  const models = [catalogModel('one', { context: 250 }), catalogModel('two')];
  const { answer: found } = await ask({ models });
  expect(found?.model.id).toBe('test/two');
  expect(provider.called).toEqual(['two']);
  expect(ended[0]).toMatchObject({
    ...{ outcome: 'PASSED_OVER', model: 'test/one', number: 1, code: 'CONTEXT_EXCEEDED' },
    ...{ costNanos: 0, estimated: false, milliseconds: 0 },
  });
  expect([...books.failedModels]).toEqual([]);
  expect(books.tally).toMatchObject({ attempts: 1, lastNumber: 2 });
});

test('what a provider finds too long goes only to models with a larger window', async () => {
  const tooLong = fails({ status: 400, reason: 'context' });
  const { ask, provider, ended } = openWorld({ one: [tooLong], same: [fine], larger: [fine] });
  const models = [catalogModel('one'), catalogModel('same'), catalogModel('larger', { context: 20_000 })];
  const { answer: found } = await ask({ models });
  expect(provider.called).toEqual(['one', 'larger']);
  expect(found?.model.id).toBe('test/larger');
  expect(ended[1]).toMatchObject({ outcome: 'PASSED_OVER', model: 'test/same', code: 'CONTEXT_EXCEEDED' });
});

test('a model that is too small is never called, not even when all before it have failed', async () => {
  const { ask, provider } = openWorld({ one: [fails({ status: 401 })], two: [fine] });
  const models = [catalogModel('one'), catalogModel('two', { context: 250 })];
  expect((await ask({ models })).error).toMatchObject({ code: 'FALLBACKS_EXHAUSTED' });
  expect(provider.called).toEqual(['one']);
});

test('what is too long for the last model is CONTEXT_EXCEEDED, without a second call', async () => {
  const { ask, provider } = openWorld({ one: [fails({ status: 400, reason: 'context' })] });
  expect((await ask()).error).toMatchObject({ code: 'CONTEXT_EXCEEDED' });
  expect(provider.called).toHaveLength(1);
});

test('a model that its breaker holds back is passed over; alone, the step fails with CIRCUIT_OPEN', async () => {
  const { ask, engine, provider, ended } = openWorld({ one: [fine], two: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  expect((await ask()).answer?.model.id).toBe('test/two');
  expect(ended[0]).toMatchObject({ outcome: 'PASSED_OVER', code: 'CIRCUIT_OPEN' });
  const alone = await ask({ models: [catalogModel('one')] });
  expect(alone.error).toMatchObject({ code: 'CIRCUIT_OPEN' });
  expect(provider.called).toEqual(['two']);
});

test('of many steps at once, one probes a model that was held back', async () => {
  const { ask, engine, clock, provider } = openWorld({ one: [says('Fine.', { firstAfter: 1_000 })] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  clock.moveTo(clock.now() + 30_000);
  const ends = await Promise.all([ask(), ask(), ask()]);
  expect(provider.called).toHaveLength(1);
  expect(ends.filter(({ answer: found }) => found)).toHaveLength(1);
  expect(engine.breakers.isOpen('test/one')).toBe(false);
});

test('a probe whose row could not be stored leaves the model to the next step', async () => {
  const { ask, engine, clock, books } = openWorld({ one: [fine] });
  for (let count = 0; count < 5; count += 1) engine.breakers.fail('test/one');
  clock.moveTo(clock.now() + 30_000);
  const { store } = books.options;
  books.options.store = () => Promise.reject(new Error('The disk is full.'));
  expect((await ask()).error).toEqual(new Error('The disk is full.'));
  books.options.store = store;
  expect((await ask()).answer?.output).toBe('Fine.');
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
  const clock = new SimulatedClock();
  let isStored = false;
  const provider = new ScriptedProvider({ one: [fine] }, clock, 'test', () => {
    expect(isStored).toBe(true);
  });
  const engine = openEngine({
    observeCall: () => {},
    ...{ clock, random: () => 0.5, store: { record: async () => true }, catalog: anyModel },
    ...{ providers: [provider], expressions: inProcess, texts: new BoundedTexts() },
  });
  const books = new StepBooks({
    position: 0,
    earlier: { attempts: 0, lastNumber: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 },
    past: [],
    kept: 0,
    clock,
    store: async () => {
      await clock.sleep(40);
      isStored = true;
    },
    keep: () => {},
    record: async () => {},
  });
  const question = {
    ...{
      step: plannedStep(),
      accountId: 'acc_1',
      traceparent: null,
      messages: [],
      schema: null,
      temperature: 0,
      mayBeCut: true,
    },
    size: { promptTokens: 1, maxTokens: 1, usualTokens: 1 },
    work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
    read: async (text: string) => text,
  };
  const { signal } = new AbortController();
  await clock.run(answer(question, [catalogModel('one')], { engine, books, signal }));
  expect(provider.called).toEqual(['one']);
});

test('a cost is of the five kinds of token, each with its own price', async () => {
  const usage = { input: 7, cachedInput: 11, cacheWrite: 13, output: 17, reasoning: 19 };
  const { ask, ended, books } = openWorld({ one: [says('Fine.', { usage })] });
  await ask();
  const cost = 7 * 10 + 11 * 1 + 13 * 12 + 17 * 40 + 19 * 40;
  expect(ended[0]).toMatchObject({ usage, costNanos: cost, estimated: false });
  expect(books.tally).toMatchObject({ tokensIn: 31, tokensOut: 36, costNanos: cost });
});

test('the cost of a model without a price is unknown, and so is every sum with it', async () => {
  const { ask, ended, books } = openWorld({ one: [fine], two: [fine] });
  await ask({ models: [catalogModel('one', { prices: [] })] });
  await ask({ models: [catalogModel('two')] });
  expect(ended.map(({ costNanos }) => costNanos)).toEqual([null, 100 * 10 + 20 * 40]);
  expect(books.tally.costNanos).toBeNull();
});

test('a caller who leaves during a call ends the step; the attempt is metered as CANCELED', async () => {
  const { ask, clock, control, ended, provider } = openWorld({ one: [neverEnds], two: [fine] });
  void clock.sleep(2_000).then(() => control.abort(new Interruption('canceled')));
  const { error } = await ask();
  expect(error).toEqual(new Interruption('canceled'));
  expect(ended).toMatchObject([{ outcome: 'CANCELED', code: 'JOB_CANCELED', estimated: true }]);
  expect(provider.called).toEqual(['one']);
  expect(clock.passed).toBe(2_000);
});

test('a caller who leaves while a retry is waited for ends the step, without a further call', async () => {
  const { ask, clock, control, provider } = openWorld({ one: [limits(9_000), fine] });
  void clock.sleep(1_000).then(() => control.abort(new Interruption('canceled')));
  expect((await ask()).error).toEqual(new Interruption('canceled'));
  expect(clock.passed).toBe(1_000);
  expect(provider.called).toEqual(['one']);
});

test("reasoning models have two minutes to their first word, and a step's own clocks go before", async () => {
  const thinks = says('Fine.', { firstAfter: 100_000 });
  const { ask } = openWorld({ one: [thinks] });
  const reasoning = [catalogModel('one', { reasoning: true })];
  expect((await ask({ models: reasoning })).answer?.output).toBe('Fine.');
  expect((await ask({ step: { retries: 0 } })).error).toMatchObject({ code: 'STEP_TIMED_OUT' });
  const clocks = { connect: 5_000, firstToken: 99_000, idle: 10_000, whole: null };
  expect((await ask({ models: reasoning, step: { retries: 0, clocks } })).error).toMatchObject({
    code: 'STEP_TIMED_OUT',
  });
});

test('models that hang take as long as their clocks, and no longer', async () => {
  const { ask, clock } = openWorld({ one: [fallsSilent('')], two: [fallsSilent('')], three: [fine] });
  await ask();
  expect(clock.passed).toBe(20_000);
});

test("a step that leaves a model less time than usual doesn't rank it down for others", async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent('')] });
  const models = [catalogModel('one', { routed: true })];
  const hurried = { connect: 5_000, firstToken: 1_000, idle: 10_000, whole: null };
  await ask({ models, step: { clocks: hurried, retries: 5 } });
  expect(engine.measurements.errorRate('test/one')).toBe(0);
  expect(engine.breakers.isOpen('test/one')).toBe(true);
});

test('a silence of the usual length ranks a model down', async () => {
  const { ask, engine } = openWorld({ one: [fallsSilent('')] });
  await ask({ models: [catalogModel('one', { routed: true })], step: { retries: 5 } });
  expect(engine.measurements.errorRate('test/one')).toBe(1);
});

test('the operator hears of a refused key, and of no name that a step made up', async () => {
  for (const status of [400, 403, 404]) {
    const { ask, denied } = openWorld({ one: [fails({ status, reason: 'unknown_model' })] });
    expect((await ask()).error).toMatchObject({ code: 'MODEL_NOT_FOUND' });
    expect(denied).toEqual([]);
  }
  const { ask, denied } = openWorld({ one: [fails({ status: 401 })] });
  await ask();
  expect(denied).toHaveLength(1);
});

test("a model that reasons is sent the step's own temperature, and never the task's", async () => {
  const { ask, provider } = openWorld({ one: [fine] });
  const models = [catalogModel('one', { reasoning: true })];
  await ask();
  await ask({ models });
  await ask({ models, step: { temperature: 0.7 } });
  expect(provider.calls.map(({ request }) => request.temperature)).toEqual([0, null, 0.7]);
});
