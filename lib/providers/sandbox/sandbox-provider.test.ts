import { expect, test } from 'vitest';
import { type ModelPart, type ModelRequest, ProviderFailure } from '@/lib/engine/calls/provider';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { sandboxProvider } from '@/lib/providers/sandbox/sandbox-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { texts } from '@/testing/texts';

const text = texts.en;

function requestOf(model: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model,
    messages: [
      { role: 'system', content: 'Summarize the material.' },
      { role: 'user', content: text },
    ],
    promptTokens: estimateTokens('Summarize the material.') + estimateTokens(text),
    temperature: 0.2,
    maxTokens: 1_000,
    schema: null,
    work: {
      task: 'summarization',
      options: { max_words: 150, format: 'paragraph' },
      instructions: '',
      tone: 'neutral',
      text,
    },
    accountId: 'acc_1',
    traceparent: null,
    earlierCalls: 0,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** All parts of a call, and how it failed if it did. */
async function callOf(request: ModelRequest, clock = new SimulatedClock()) {
  const parts: ModelPart[] = [];
  let failure: unknown = null;
  const read = async () => {
    try {
      for await (const part of sandboxProvider(clock).stream(request)) parts.push(part);
    } catch (error) {
      failure = error;
    }
  };
  await clock.run(read());
  return { parts, failure, passed: clock.passed, reply: textOf(parts) };
}

const textOf = (parts: readonly ModelPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const optionsOf = (failure: unknown) => (failure instanceof ProviderFailure ? failure.options : failure);

test('fast opens, brings its text in several parts, its usage, and one end', async () => {
  const { parts, failure, reply, passed } = await callOf(requestOf('fast'));
  expect(failure).toBeNull();
  expect(passed).toBe(0);
  expect(parts[0]).toEqual({ type: 'open' });
  expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
  const input = estimateTokens('Summarize the material.') + estimateTokens(text);
  expect(parts.slice(-2)).toEqual([
    {
      type: 'usage',
      usage: { input, cachedInput: 0, cacheWrite: 0, output: estimateTokens(reply), reasoning: 0 },
    },
    { type: 'end', reason: 'stop' },
  ]);
});

test('quality says more than fast', async () => {
  const [fast, quality] = [await callOf(requestOf('fast')), await callOf(requestOf('quality'))];
  expect(quality.reply.length).toBeGreaterThan(fast.reply.length);
});

test('a long reply still comes in few parts', async () => {
  const long = 'The arm stops at once. '.repeat(2_000);
  const { work } = requestOf('fast');
  const request = requestOf('fast', {
    work: { ...work, task: 'transformation', options: { to: 'text', from: 'text' }, text: long },
    maxTokens: 100_000,
  });
  const { parts, reply } = await callOf(request);
  expect(reply).toBe(long);
  expect(parts.length).toBeLessThan(20);
});

test('slow is accepted at once and says its first word after two seconds', async () => {
  const clock = new SimulatedClock();
  const stream = sandboxProvider(clock).stream(requestOf('slow'))[Symbol.asyncIterator]();
  expect((await stream.next()).value).toEqual({ type: 'open' });
  const first = await clock.run(stream.next());
  expect(first.value).toMatchObject({ type: 'text' });
  expect(clock.passed).toBe(2_000);
});

test('flaky fails with 503 on the first call of a step, and works on the next', async () => {
  expect(optionsOf((await callOf(requestOf('flaky'))).failure)).toEqual({ status: 503 });
  const second = await callOf(requestOf('flaky', { earlierCalls: 1 }));
  expect(second.failure).toBeNull();
  expect(second.parts.at(-1)).toEqual({ type: 'end', reason: 'stop' });
});

test.each([
  ['limited', { status: 429, retryAfterMs: 1_000 }],
  ['down', { status: 503 }],
  ['unheard-of', { status: 404, reason: 'unknown_model' }],
])('%s fails before it opens, on each call', async (model, options) => {
  for (const earlierCalls of [0, 1, 5]) {
    const { parts, failure } = await callOf(requestOf(model, { earlierCalls }));
    expect(parts).toEqual([]);
    expect(optionsOf(failure)).toEqual(options);
  }
});

test('cut breaks off in the middle of its reply', async () => {
  const [whole, cut] = [await callOf(requestOf('fast')), await callOf(requestOf('cut'))];
  expect(optionsOf(cut.failure)).toEqual({ status: null });
  expect(cut.reply).not.toBe('');
  expect(whole.reply.startsWith(cut.reply)).toBe(true);
  expect(cut.reply.length).toBeLessThan(whole.reply.length);
  expect(cut.parts.some(({ type }) => type === 'end' || type === 'usage')).toBe(false);
});

test('stall says something, then nothing until it is aborted', async () => {
  const caller = new AbortController();
  const stream = sandboxProvider(new SimulatedClock()).stream(requestOf('stall', { signal: caller.signal }));
  const parts: ModelPart[] = [];
  const reading = (async () => {
    for await (const part of stream) parts.push(part);
  })();
  const settled = await Promise.race([
    reading,
    new Promise((resolve) => setImmediate(() => resolve('silent'))),
  ]);
  expect(settled).toBe('silent');
  expect(textOf(parts)).not.toBe('');
  caller.abort(new Error('The caller has left.'));
  await expect(reading).rejects.toThrow('The caller has left.');
});

test.each(['fast', 'slow', 'cut', 'stall'])(
  '%s ends with the reason of an abort, wherever it is',
  async (model) => {
    for (const partsBefore of [0, 1, 2]) {
      const caller = new AbortController();
      const provider = sandboxProvider(new SimulatedClock());
      const stream = provider.stream(requestOf(model, { signal: caller.signal }))[Symbol.asyncIterator]();
      // The third part of slow needs its clock, which doesn't advance.
      for (let count = 0; count < Math.min(partsBefore, model === 'slow' ? 1 : 2); count += 1)
        await stream.next();
      const next = model === 'slow' && partsBefore > 0 ? stream.next() : null;
      caller.abort(new Error('Out of time.'));
      await expect(next ?? stream.next()).rejects.toThrow('Out of time.');
    }
  },
);

test.each([1, 7, 20])('a reply is cut at %i tokens, and says so', async (maxTokens) => {
  const { parts, reply } = await callOf(requestOf('quality', { maxTokens }));
  expect(estimateTokens(reply)).toBe(maxTokens);
  expect(parts.at(-1)).toEqual({ type: 'end', reason: 'length' });
});

test('a cut never splits a character', async () => {
  const { work } = requestOf('fast');
  const emoji = {
    ...work,
    task: 'transformation',
    options: { to: 'text', from: 'text' },
    text: '🦾'.repeat(200),
  };
  for (let maxTokens = 1; maxTokens < 40; maxTokens += 1) {
    const { parts } = await callOf(requestOf('fast', { work: emoji, maxTokens }));
    for (const part of parts) if (part.type === 'text') expect(part.text.isWellFormed()).toBe(true);
  }
});

test('the same request brings the same parts', async () => {
  for (const material of Object.values(texts)) {
    const { work } = requestOf('quality');
    const request = requestOf('quality', { work: { ...work, text: material } });
    expect(await callOf(request)).toEqual(await callOf(request));
  }
});

test('asked to repair its reply, it replies again the same way', async () => {
  const first = await callOf(requestOf('fast'));
  const { messages } = requestOf('fast');
  const again = await callOf(
    requestOf('fast', {
      messages: [
        ...messages,
        { role: 'assistant', content: first.reply },
        { role: 'user', content: 'At the top: wrong shape.' },
      ],
      earlierCalls: 1,
    }),
  );
  expect(again.failure).toBeNull();
  expect(again.reply).toBe(first.reply);
});
