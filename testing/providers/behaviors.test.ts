import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { askLoopback, type Question } from './ask-loopback';
import { modelNames } from './behaviors';
import type { FormatName } from './formats/wire-format';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider';
import { readEvents } from './read-events';
import { usualSettings } from './settings';

const formats: FormatName[] = ['openai', 'compatible', 'anthropic', 'gemini'];
const { prose } = usualSettings;

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await openLoopbackProvider({
    thoughtMs: 1,
    tokens: 4,
    firstTokenMs: 300,
    headerByteMs: 1,
    hugeBytes: 3_000_000,
  });
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const ask = (format: FormatName, model: string, more: Partial<Question> = {}) =>
  askLoopback(provider, format, { model, ...more });
const textOf = async (format: FormatName, model: string, more?: Partial<Question>) =>
  (await ask(format, model, more)).text();
const endOf = async (model: string) => {
  const call = () => provider.callsOf(model).at(-1);
  await vi.waitFor(() => expect(call()?.ended).not.toBeNull());
  return call()?.ended;
};

describe.each(formats)('%s', (format) => {
  test.each([
    ['401', 401],
    ['403', 403],
    ['404', 404],
    ['429', 429],
    ['500', 500],
    ['503', 503],
    ['408', 408],
    ['529', 529],
    ['parameter', 400],
    ['no-such-model', 404],
  ])('%s is refused with its status, in an error of the format', async (model, status) => {
    const response = await ask(format, model);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBeNull();
    const { error, type } = await response.json();
    expect(error.message).toEqual(expect.any(String));
    if (format === 'anthropic') expect(type).toBe('error');
    if (format === 'gemini') expect(error).toMatchObject({ code: status, status: expect.any(String) });
    if (format === 'openai' || format === 'compatible') expect(error).toHaveProperty('code');
  });

  test('rate limits say when to come back', async () => {
    const waitOf = async (model: string) => (await ask(format, model)).headers.get('retry-after');
    expect(await waitOf('429-after-1')).toBe('1');
    expect(await waitOf('429-long')).toBe('3600');
    expect(Date.parse((await waitOf('429-date')) ?? '')).toBeGreaterThan(Date.now());
  });

  test.each(['500-once', '429-then-fine'])('%s is fine from the second call on', async (model) => {
    expect((await ask(format, model)).ok).toBe(false);
    expect((await ask(format, model)).ok).toBe(true);
    expect((await ask(format, model)).ok).toBe(true);
    provider.reset();
    expect((await ask(format, model)).ok).toBe(false);
  });

  test('a reset comes before the headers', async () => {
    await expect(ask(format, 'reset')).rejects.toThrow();
    expect(await endOf('reset')).toBe('destroyed');
  });

  test.each([true, false])('a cut comes in the middle (streamed: %s)', async (streamed) => {
    const response = await ask(format, 'cut', { streamed });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(await endOf('cut')).toBe('destroyed');
  });

  test('cut-clean ends in good order, without its end mark', async () => {
    const [fine, cut] = [await textOf(format, 'fine'), await textOf(format, 'cut-clean')];
    expect(cut.length).toBeLessThan(fine.length);
    expect(cut).not.toMatch(/\[DONE\]|message_stop|response\.completed|finishReason/);
    expect(cut).toContain('"The loop');
    expect(await endOf('cut-clean')).toBe('answered');
  });

  test.each(['no-answer', 'stall'])('%s is silent until the client goes', async (model) => {
    const client = new AbortController();
    const asked = ask(format, model, { signal: client.signal }).then((response) => response.text());
    await vi.waitFor(() => expect(provider.callsOf(model)).toHaveLength(1));
    expect(provider.callsOf(model)[0]?.ended).toBeNull();
    client.abort();
    await expect(asked).rejects.toThrow();
    expect(await endOf(model)).toBe('aborted-by-client');
  });

  test('slow-first-token has its headers before anything of its body', async () => {
    const response = await ask(format, 'slow-first-token');
    expect(provider.callsOf('slow-first-token').at(-1)?.bytesWritten).toBe(0);
    expect(await response.text()).toContain('"The loop');
  });

  test.each([true, false])('slow-headers drip and then answer (streamed: %s)', async (streamed) => {
    const started = performance.now();
    expect(await textOf(format, 'slow-headers', { streamed })).toContain(prose);
    expect(performance.now() - started).toBeGreaterThan(100);
    expect(await endOf('slow-headers')).toBe('answered');
  });

  test('malformed has one event that is no JSON, and is fine otherwise', async () => {
    const events = readEvents(await textOf(format, 'malformed')).filter(({ data }) => data !== '[DONE]');
    expect(events.filter(({ data }) => !isJson(data))).toHaveLength(1);
    const again = async () => readEvents(await textOf(format, 'malformed-once')).map(({ data }) => data);
    expect((await again()).some((text) => text === '{"half": ')).toBe(true);
    expect((await again()).some((text) => text === '{"half": ')).toBe(false);
  });

  test('html and empty are no events', async () => {
    const page = await ask(format, 'html');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const empty = await ask(format, 'empty');
    expect([empty.status, await empty.text()]).toEqual([200, '']);
  });

  test.each(['error-mid-stream', '429-mid-stream', 'error-first'])('%s ends with an error', async (model) => {
    const response = await ask(format, model);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/overloaded|rate.?limit|RESOURCE_EXHAUSTED/i);
  });

  test('torn writes come together again', async () => {
    expect(kindsOf(await textOf(format, 'torn'))).toEqual(kindsOf(await textOf(format, 'fine')));
  });

  test('huge comes whole', async () => {
    const text = await textOf(format, 'huge');
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(provider.callsOf('huge')[0]?.bytesWritten).toBe(text.length);
  });

  test('huge-error is one error of that size', async () => {
    const response = await ask(format, 'huge-error');
    expect(response.status).toBe(500);
    expect((await response.json()).error.message.length).toBeGreaterThan(2_900_000);
  });

  test('usage can be missing, absurd, text, or of every kind', async () => {
    const usage = /"(usage|usageMetadata)":\{/;
    expect(await textOf(format, 'no-usage')).not.toMatch(usage);
    expect(await textOf(format, 'fine')).toMatch(usage);
    const absurd = await textOf(format, 'absurd-usage');
    expect(absurd).toContain(':-5');
    expect(absurd).toContain(':1000000000000000');
    expect(await textOf(format, 'text-usage')).toContain(':"100"');
    expect(await textOf(format, 'cached')).toContain(':80');
    expect(await textOf(format, 'thinking')).toContain(':30');
  });

  test('thoughts come before the answer', async () => {
    const text = await textOf(format, 'thinking');
    expect(text.indexOf('Thought 1')).toBeGreaterThan(0);
    expect(text.lastIndexOf('Thought 5. ')).toBeGreaterThan(text.indexOf('Thought 1'));
    expect(text.indexOf('"The loop')).toBeGreaterThan(text.indexOf('Thought 5'));
  });

  test('a redirect leads to another origin, which notes the key', async () => {
    await ask(format, 'redirect', { redirect: 'manual' });
    expect(provider.redirected).toEqual([]);
    await ask(format, 'redirect');
    expect(provider.redirected).toHaveLength(1);
    // fetch takes a bearer away on such a way, but no other header.
    const isBearer = format === 'openai' || format === 'compatible';
    expect(provider.redirected[0]?.key).toBe(isBearer ? null : `key of ${format}`);
    expect(provider.callsOf('redirect')[0]?.key).toBe(`key of ${format}`);
  });

  test('echo repeats the last message, kilobyte has one, tokens-n are paced', async () => {
    expect(await textOf(format, 'echo', { text: 'Grüße', streamed: false })).toContain('"Grüße"');
    expect(await textOf(format, 'kilobyte', { streamed: false })).toContain('word '.repeat(204));
    const started = performance.now();
    await textOf(format, 'tokens-20');
    expect(performance.now() - started).toBeGreaterThan(140);
  });

  test('every model can be asked for a whole answer', async () => {
    const silent = ['no-answer', 'stall', 'reset', 'cut', 'redirect'];
    for (const model of modelNames.filter((name) => !silent.includes(name))) {
      const response = await ask(format, model, { streamed: false });
      expect(response.status, model).toBeGreaterThanOrEqual(200);
      await response.text();
    }
  });
});

test('huge is written no faster than it is read', async () => {
  const roomy = await openLoopbackProvider({ hugeBytes: 40_000_000 });
  const client = new AbortController();
  await askLoopback(roomy, 'compatible', { model: 'huge', signal: client.signal });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [call] = roomy.callsOf('huge');
  expect(call?.bytesWritten).toBeLessThan(30_000_000);
  client.abort();
  await vi.waitFor(() => expect(call?.ended).toBe('aborted-by-client'));
  await roomy.close();
});

test('a third of the calls of one-in-three fail, each time in the same order', async () => {
  const outcomes = async () => {
    provider.reset();
    const found: (string | number)[] = [];
    for (let call = 0; call < 36; call += 1)
      found.push(
        await ask('compatible', 'one-in-three')
          .then(async (response) => `${response.status} ${(await response.text()).length}`)
          .catch(() => 'broken'),
      );
    return found;
  };
  const first = await outcomes();
  expect(new Set(first).size).toBeGreaterThan(5);
  expect(first.filter((_, call) => call % 3 < 2).every((found) => found === first[0])).toBe(true);
  expect(await outcomes()).toEqual(first);
});

/** The types of the events in a row, without what differs from call to call. */
const kindsOf = (text: string) =>
  readEvents(text).map(({ name, data }) => [name, isJson(data) ? Object.keys(JSON.parse(data)) : data]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
