import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BatchWorld,
  batchMessages,
  batchUrl,
  createBatchOver,
  endedBatch,
  lineOf,
  openBatchWorld,
  resultsOf,
  uploadLines,
} from '@/testing/batch-world';
import { TEST_NOW } from '@/testing/test-server';

let open: BatchWorld;
let client: OpenAI;
beforeAll(async () => {
  open = await openBatchWorld();
  client = open.client;
});
afterAll(() => open.close());
beforeEach(() => open.api.setNow(TEST_NOW));

const url = batchUrl;
const upload = (lines: readonly string[], by = client) => uploadLines(lines, by);
const create = (id: string, by = client) => createBatchOver(id, by);
const started = async (lines: readonly string[]) => create((await upload(lines)).id);
const ended = (id: string, by = client) => endedBatch(id, by);
const results = (id: string | null | undefined, by = client) => resultsOf(id, by);
const messages = batchMessages;

describe('a file with faults', () => {
  const faults: [name: string, line: string, param: string | null, code: string, message: string][] = [
    ['no JSON', '{"custom_id": ', null, 'invalid_json_line', "The line isn't JSON."],
    [
      'a list',
      '[]',
      null,
      'invalid_value',
      'The line must be an object with custom_id, method, url, and body.',
    ],
    [
      'no custom_id',
      JSON.stringify({ method: 'POST', url, body: { model: 'sandbox/fast', messages } }),
      'custom_id',
      'missing_required_parameter',
      'custom_id is required.',
    ],
    [
      'the same custom_id',
      lineOf('first'),
      'custom_id',
      'duplicate_custom_id',
      'The custom_id is that of line 1.',
    ],
    ['another method', lineOf('1', {}, { method: 'GET' }), 'method', 'invalid_value', 'method must be POST.'],
    [
      'another address',
      lineOf('2', {}, { url: '/v1/embeddings' }),
      'url',
      'invalid_value',
      'url must be /v1/chat/completions.',
    ],
    [
      'an unknown model',
      lineOf('3', { model: 'sandbox/fats' }),
      'body.model',
      'model_not_found',
      'There is no model named sandbox/fats. Did you mean sandbox/fast?',
    ],
    [
      'a provider that is missing',
      lineOf('4', { model: 'openai/gpt-9' }),
      'body.model',
      'provider_not_configured',
      "The provider openai isn't set up on this server. Those that are: sandbox.",
    ],
    [
      'a reply that is too long',
      lineOf('5', { max_tokens: 900_000 }),
      'body.max_tokens',
      'invalid_value',
      expect.stringContaining('No model that this step may call gives more than'),
    ],
    [
      'a parameter that the engine has not',
      lineOf('6', { stop: ['.'] }),
      'body.stop',
      'unsupported_parameter',
      "body.stop isn't supported. Leave it out.",
    ],
    [
      'several replies',
      lineOf('7', { n: 2 }),
      'body.n',
      'unsupported_parameter',
      "body.n isn't supported, except for 1. Leave it out.",
    ],
    [
      'a stream',
      lineOf('8', { stream: true }),
      'body.stream',
      'unsupported_parameter',
      "body.stream isn't supported, except for false. Leave it out.",
    ],
    [
      'tools',
      lineOf('9', { tools: [{ type: 'function', function: { name: 'weigh' } }] }),
      'body.tools',
      'unsupported_parameter',
      "body.tools isn't supported. Leave it out.",
    ],
    [
      'a tool call of an earlier turn',
      lineOf('10', { messages: [{ role: 'assistant', content: '', tool_calls: [{}] }, ...messages] }),
      'body.messages[0].tool_calls',
      'unsupported_parameter',
      "body.messages[0].tool_calls isn't supported. Leave it out.",
    ],
    [
      'a role that is unknown',
      lineOf('11', { messages: [{ role: 'tool', content: 'x' }] }),
      'body.messages[0].role',
      'invalid_value',
      'body.messages[0].role must be system, developer, user, or assistant.',
    ],
    [
      'a picture',
      lineOf('12', {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
      }),
      'body.messages[0].content',
      'invalid_value',
      'body.messages[0].content must be a text, or a list of parts of text.',
    ],
    [
      'nothing to answer',
      lineOf('13', { messages: [{ role: 'user', content: ' ' }] }),
      'body.messages',
      'invalid_value',
      'body.messages must end with a message that has a text.',
    ],
    [
      'no messages',
      lineOf('14', { messages: undefined }),
      'body.messages',
      'missing_required_parameter',
      'body.messages is required.',
    ],
    [
      'a temperature that no model takes',
      lineOf('15', { temperature: 3 }),
      'body.temperature',
      'invalid_value',
      'body.temperature must be a number from 0 to 2.',
    ],
    [
      'two limits',
      lineOf('16', { max_tokens: 3, max_completion_tokens: 4 }),
      'body.max_tokens',
      'invalid_value',
      'body.max_tokens is another than max_completion_tokens. Send one of them.',
    ],
    [
      'a schema that is none',
      lineOf('17', {
        response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'objekt' } } },
      }),
      'body.response_format.json_schema.schema',
      'invalid_value',
      expect.stringMatching(/^The schema must be a JSON Schema: /),
    ],
  ];

  test('fails as a whole, with all its faults, before any request runs', async () => {
    const file = await upload([lineOf('first'), ...faults.map(([, line]) => line)]);
    const batch = await create(file.id);
    expect(batch).toMatchObject({
      ...{ status: 'failed', failed_at: expect.any(Number), output_file_id: null, error_file_id: null },
      ...{ in_progress_at: null, request_counts: { total: 1 + faults.length, completed: 0, failed: 0 } },
    });
    const expected = faults.map(([, , param, code, message], index) => ({
      code,
      message,
      line: index + 2,
      param,
    }));
    expect(batch.errors).toEqual({ object: 'list', data: expected });
    const { data } = await client.batches.list({ limit: 100 });
    expect(data.find(({ id }) => id === batch.id)).toMatchObject({
      status: 'failed',
      errors: {
        data: [{ message: `${faults.length} lines of the file can't run. Retrieve the batch to read why.` }],
      },
    });
  });

  test('has the first 1,000 in the batch', async () => {
    const batch = await create((await upload(Array.from({ length: 1_200 }, () => '{'))).id);
    expect(batch).toMatchObject({ status: 'failed', request_counts: { total: 1_200 } });
    expect(batch.errors?.data?.map(({ line }) => line)).toEqual(
      Array.from({ length: 1_000 }, (_, row) => row + 1),
    );
  });
});

test('parameters with the value that they have anyway are accepted', async () => {
  const batch = await ended(
    (
      await started([
        lineOf('defaults', {
          ...{
            n: 1,
            stream: false,
            store: false,
            user: 'ada',
            metadata: { a: 'b' },
            top_p: 1,
            logprobs: null,
          },
          ...{
            presence_penalty: 0,
            frequency_penalty: 0,
            response_format: { type: 'text' },
            max_tokens: null,
          },
          messages: [
            { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
            { role: 'assistant', content: 'Yes?', refusal: null, tool_calls: null, annotations: [] },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'One.' },
                { type: 'text', text: 'Two.' },
              ],
            },
          ],
        }),
        lineOf('routed', { model: 'auto/cost' }),
        lineOf('schema', {
          response_format: {
            type: 'json_schema',
            json_schema: {
              ...{ name: 'weight', strict: true, description: 'A weight.' },
              schema: { type: 'object', properties: { kg: { type: 'number' } }, required: ['kg'] },
            },
          },
        }),
      ])
    ).id,
  );
  expect(batch.request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
  const [defaults, routed, schema] = (await results(batch.output_file_id)).map(
    ({ response }) => response?.body,
  );
  expect(defaults?.choices[0]?.message.content).toMatch(/Be brief\.[\s\S]*One\. Two\./);
  expect(routed?.model).toMatch(/^sandbox\//);
  expect(JSON.parse(schema?.choices[0]?.message.content ?? '')).toEqual({ kg: expect.any(Number) });
});

test('templates in a message are text', async () => {
  const text = 'Say {{ input }} and {% if x %}.';
  const batch = await ended(
    (await started([lineOf('a', { messages: [{ role: 'user', content: text }] })])).id,
  );
  const [line] = await results(batch.output_file_id);
  expect(line?.response?.body.choices[0]?.message.content).toContain(text);
});
