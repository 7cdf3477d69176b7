import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askLoopback, type Question } from './ask-loopback';
import type { FormatName } from './formats/wire-format';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider';
import { readEvents } from './read-events';
import { usualSettings } from './settings';

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await openLoopbackProvider({ thoughtMs: 1, tokens: 4 });
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const ask = (format: FormatName, question: string | Question) =>
  askLoopback(provider, format, typeof question === 'string' ? { model: question } : question);
const eventsOf = async (format: FormatName, question: string | Question) =>
  readEvents(await (await ask(format, question)).text());
/** The names of the kinds of events in a row, each once. */
const kinds = (names: unknown[]) => names.filter((name, index) => name !== names[index - 1]);
const data = (events: { data: string }[]) =>
  events.filter(({ data: text }) => text !== '[DONE]').map(({ data: text }) => JSON.parse(text));

describe('an answer in each format', () => {
  test('of the Responses API', async () => {
    const events = await eventsOf('openai', 'fine');
    expect(kinds(events.map(({ name }) => name))).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const parsed = data(events);
    expect(parsed.map(({ type }) => type)).toEqual(events.map(({ name }) => name));
    expect(parsed.map(({ sequence_number }) => sequence_number)).toEqual(parsed.map((_, index) => index));
    expect(parsed.map(({ delta }) => delta ?? '').join('')).toBe(usualSettings.prose);
    expect(parsed.at(-1).response).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: usualSettings.prose }] }],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 0 },
      },
    });
  });

  test('of Chat Completions', async () => {
    const events = await eventsOf('compatible', 'fine');
    expect(events.at(-1)).toEqual({ name: null, data: '[DONE]' });
    const parsed = data(events);
    expect(parsed.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(usualSettings.prose);
    expect(parsed.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(parsed.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 0 } },
    });
  });

  test('of Messages', async () => {
    const events = await eventsOf('anthropic', 'fine');
    expect(kinds(events.map(({ name }) => name))).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const parsed = data(events);
    expect(parsed.map(({ delta }) => delta?.text ?? '').join('')).toBe(usualSettings.prose);
    expect(parsed[0].message.usage).toMatchObject({ input_tokens: 100, cache_read_input_tokens: 0 });
    expect(parsed.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } });
  });

  test('of Gemini', async () => {
    const parsed = data(await eventsOf('gemini', 'fine'));
    const texts = parsed.map(({ candidates }) => candidates[0].content.parts[0].text);
    expect(texts.join('')).toBe(usualSettings.prose);
    expect(parsed.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    });
  });
});
