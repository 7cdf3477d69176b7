import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callModel } from '@/lib/engine/calls/call-model';
import type { ModelPart, ModelRequest, Provider } from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { listen } from '@/server/http/connections/listen';
import { anthropicProvider } from './anthropic';
import { compatibleProvider } from './compatible';
import { geminiProvider } from './gemini';
import { openaiProvider } from './openai';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const apiKey = 'token-0123456789abcdef';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}/v1`;
}

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};
const request: ModelRequest = {
  model: 'any',
  messages: [{ role: 'user', content: 'Say something.' }],
  promptTokens: 4,
  temperature: null,
  maxTokens: 100,
  schema: null,
  work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
  accountId: 'acc_1',
  traceparent: null,
  earlierCalls: 0,
  signal: new AbortController().signal,
};
const clocks = { connect: 2_000, firstToken: 1_000, idle: 1_000, whole: 20_000 };
/** For much work, which takes a busy machine long. */
const patient = { connect: 60_000, firstToken: 60_000, idle: 60_000, whole: 120_000 };
const call = (provider: Provider, more: Partial<ModelRequest> = {}) =>
  callModel(provider, { ...request, ...more }, { deadlines: clocks, clock });

/** Calls a server of OpenAI's chat completions that responds with `answer`. */
const callServer = async (answer: RequestListener, more: Partial<ModelRequest> = {}) =>
  call(compatibleProvider({ apiKey, baseURL: await serve(answer) }), more);

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'any', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const whole = `${chunk({ content: 'Fine.' })}${chunk({}, 'stop')}data: [DONE]\n\n`;
const events = (response: ServerResponse, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
const fine = { outcome: 'ANSWERED', text: 'Fine.' };

describe('a complete answer counts, however its connection ends', () => {
  const text = {
    type: 'response.output_text.delta',
    item_id: 'm',
    output_index: 0,
    content_index: 0,
    delta: 'Fine.',
  };
  const message = { type: 'message', id: 'm', role: 'assistant', content: [] };
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
  const responses = [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'any' } },
    { type: 'response.output_item.added', output_index: 0, item: message },
    text,
    { type: 'response.completed', response: { usage } },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const part = { content: { parts: [{ text: 'Fine.' }] }, finishReason: 'STOP' };
  const candidates = [`data: ${JSON.stringify({ candidates: [part] })}\n\n`];

  test.each<[string, typeof openaiProvider, string[]]>([
    ['openai', openaiProvider, responses],
    ['compatible', compatibleProvider, [whole]],
    ['gemini', geminiProvider, candidates],
  ])('of %s if it stays open, torn or not', async (_, open, pieces) => {
    const bytes = Buffer.from(pieces.join(''));
    for (const size of [bytes.length, 7]) {
      const baseURL = await serve(async (__, response) => {
        events(response);
        response.socket?.setNoDelay();
        for (let at = 0; at < bytes.length; at += size) {
          response.write(bytes.subarray(at, at + size));
          await new Promise(setImmediate);
        }
      });
      const result = await call(open({ apiKey, baseURL }));
      expect(result).toMatchObject(fine);
    }
  });

  test('if it is reset after the last event', async () => {
    const anthropic = [
      {
        type: 'message_start',
        message: { id: 'm', model: 'any', usage: { input_tokens: 3, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Fine.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ];
    const baseURL = await serve((_, response) => {
      events(response).write(anthropic.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
      setTimeout(() => response.destroy(), 20);
    });
    expect(await call(anthropicProvider({ apiKey, baseURL }))).toMatchObject(fine);
  });

  test('whatever follows its end', async () => {
    const result = await callServer((_, response) => {
      events(response).write(whole);
      const timer = setInterval(() => response.write(chunk({ content: 'More.' })), 30);
      response.on('close', () => clearInterval(timer));
    });
    expect(result.outcome).toBe('ANSWERED');
  });
});

test.each([
  ['line feeds', '\n'],
  ['both', '\r\n'],
  ['carriage returns', '\r'],
])(
  'events are read whether their lines end in %s, torn anywhere, behind a byte order mark',
  async (_, end) => {
    const text = '模型 🦾 Fine.';
    const bytes = Buffer.from(
      `\uFEFF${(chunk({ content: text }) + whole.replace('Fine.', '')).replaceAll('\n', end)}`,
    );
    const result = await callServer(async (__, response) => {
      events(response);
      response.socket?.setNoDelay();
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      response.end();
    });
    expect(result).toMatchObject({ outcome: 'ANSWERED', text });
  },
);

test.each([[': ping\n\n'], [chunk({})], [chunk({ content: '' })]])(
  'a stream that contains only %j is silent',
  async (piece) => {
    const result = await callServer((_, response) => {
      events(response);
      const timer = setInterval(() => response.write(piece), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(result).toMatchObject({ outcome: 'FAILED', kind: 'timed_out', firstTokenMs: null });
  },
);

test.each(['abort', 'error', 'network_error'])('a reply that ends with “%s” fails', async (reason) => {
  const result = await callServer((_, response) =>
    events(response).end(`${chunk({ content: 'Half' })}${chunk({}, reason)}data: [DONE]\n\n`),
  );
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'stream_cut' });
});

test("a reply may end with the server's own finish reason", async () => {
  const result = await callServer((_, response) =>
    events(response).end(`${chunk({ content: 'Fine.' })}${chunk({}, 'eos')}data: [DONE]\n\n`),
  );
  expect(result).toMatchObject(fine);
});

test('a reply that Gemini ends for its own reasons fails', async () => {
  const baseURL = await serve((_, response) => {
    const event = { candidates: [{ content: { parts: [{ text: 'Half' }] }, finishReason: 'OTHER' }] };
    events(response).end(`data: ${JSON.stringify(event)}\n\n`);
  });
  expect(await call(geminiProvider({ apiKey, baseURL }))).toMatchObject({
    outcome: 'FAILED',
    kind: 'stream_cut',
  });
});

describe('a compressed response', () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'x'));
  const gzip = { 'content-encoding': 'gzip' };

  test("isn't asked for", async () => {
    let accepted: unknown;
    await callServer((incoming, response) => {
      accepted = incoming.headers['accept-encoding'];
      events(response).end(whole);
    });
    expect(accepted).toBe('identity');
  });

  test('is read only up to the limit, in a stream and in an error', async () => {
    const before = process.memoryUsage().rss;
    expect(await callServer((_, response) => events(response, gzip).end(bomb))).toMatchObject({
      outcome: 'FAILED',
      kind: 'unreadable',
    });
    const failed = await callServer((_, response) => response.writeHead(500, gzip).end(bomb));
    expect(failed).toMatchObject({ outcome: 'FAILED', kind: 'unavailable', status: 500 });
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  });

  test('and broken fails alone', async () => {
    const result = await callServer((_, response) => events(response, gzip).end('no gzip at all'));
    expect(result).toMatchObject({ outcome: 'FAILED' });
  });
});

test('a date to come back at is read by the clock of the provider, whatever the own one shows', async () => {
  const result = await callServer((_, response) =>
    response
      .writeHead(429, {
        date: 'Mon, 15 Jun 2026 12:00:00 GMT',
        'retry-after': 'Mon, 15 Jun 2026 12:00:20 GMT',
      })
      .end(),
  );
  expect(result).toMatchObject({ outcome: 'FAILED', status: 429, retryAfterMs: 20_000 });
});

test('an event of millions of lines is read up to a bound', async () => {
  const lines = 'data:\n'.repeat(10_000);
  const baseURL = await serve((_, response) => {
    events(response);
    const write = () => {
      while (!response.destroyed && response.write(lines));
    };
    response.on('drain', write);
    write();
  });
  const result = await callModel(compatibleProvider({ apiKey, baseURL }), request, {
    deadlines: patient,
    clock,
  });
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'unreadable' });
});

test('others have their turns while a hundred thousand small pieces arrive', async () => {
  const piece = chunk({ content: 'word ' });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const baseURL = await serve(async (_, response) => {
    events(response);
    for (let index = 0; index < 100; index += 1)
      if (!response.write(piece.repeat(1_000)))
        await new Promise((resolve) => response.once('drain', resolve));
    response.end(whole);
  });
  const result = await callModel(compatibleProvider({ apiKey, baseURL }), request, {
    deadlines: patient,
    clock,
  });
  clearInterval(timer);
  expect(result).toMatchObject({ outcome: 'ANSWERED' });
  expect(turns).toBeGreaterThan(20);
});

test('a call that is ended before the headers leaves no connection behind', async () => {
  const control = new AbortController();
  let isClosed = false;
  const result = await callServer(
    (_, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      control.abort(new Error('canceled'));
    },
    { signal: control.signal },
  );
  expect(result).toMatchObject({ outcome: 'CANCELED', estimated: true });
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test.each([
  ['an event', (deep: string) => `data: {"choices":[],"more":${deep}}\n\n`],
  ['an error in the stream', (deep: string) => `data: {"error":{"message":"No.","param":${deep}}}\n\n`],
])('%s that is nested a million times fails the call alone', async (_, event) => {
  const depth = 1_000_000;
  const deep = '['.repeat(depth) + ']'.repeat(depth);
  const result = await callServer((__, response) => events(response).end(event(deep)));
  expect(result).toMatchObject({ outcome: 'FAILED' });
  expect(result.milliseconds).toBeLessThan(5_000);
});

test('headers without an end fail the call', async () => {
  const result = await callServer((incoming) => {
    incoming.socket.write('HTTP/1.1 200 OK\r\n');
    for (let index = 0; index < 2_000; index += 1)
      incoming.socket.write(`x-${index}: ${'y'.repeat(1_000)}\r\n`);
  });
  expect(result).toMatchObject({ outcome: 'FAILED', kind: 'unavailable' });
});

describe("the operator's data in a provider's message", () => {
  const said = `Model any isn't served at ${'BASE'} for ${apiKey} in org-4f0a2b; see https://internal.example/keys`;

  test.each([400, 409, 422, 500, 503])('stays out of the failure: %s', async (status) => {
    let baseURL = '';
    baseURL = await serve((_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: said.replace('BASE', baseURL) } })),
    );
    const result = await call(compatibleProvider({ apiKey, baseURL }));
    expect(result.outcome).toBe('FAILED');
    expect(JSON.stringify(result)).not.toMatch(/0123456789|org-|127\.0\.0\.1|internal/);
  });

  test("doesn't hide a message about the request", async () => {
    const result = await callServer((_, response) =>
      response
        .writeHead(422, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: 'org_id and key_name go with max_tokens up to 64.' } })),
    );
    const message = 'org_id and key_name go with max_tokens up to 64.';
    expect(result).toMatchObject({ kind: 'rejected', message });
  });
});

test.each(['a:b', 'tunedModels/mine:x', 'ä b', 'a?b#c'])(
  'the model “%s” leads to no other address',
  async (model) => {
    let path = '';
    const baseURL = await serve((incoming, response) => {
      path = incoming.url ?? '';
      response.writeHead(404).end();
    });
    await call(geminiProvider({ apiKey, baseURL }), { model });
    const name = model.includes('/') ? model : `models/${model}`;
    const encoded = name.split('/').map(encodeURIComponent).join('/');
    expect(path).toBe(`/v1/${encoded}:streamGenerateContent?alt=sse`);
  },
);

test('nothing of the environment is sent but what a provider was opened with', async () => {
  const names = [
    'OPENAI_ORG_ID',
    'OPENAI_ORGANIZATION',
    'OPENAI_PROJECT',
    'OPENAI_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
  ].concat(['ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY', 'OPENAI_BASE_URL']);
  const before = { ...process.env };
  for (const name of names) process.env[name] = 'http://127.0.0.1:1/of-the-environment';
  try {
    for (const open of [openaiProvider, anthropicProvider, geminiProvider, compatibleProvider]) {
      let sent = '';
      const baseURL = await serve((incoming, response) => {
        sent = JSON.stringify([incoming.url, incoming.headers]);
        response.writeHead(404).end();
      });
      await call(open({ apiKey, baseURL }));
      expect(sent).toContain(apiKey);
      expect(sent).not.toContain('of-the-environment');
    }
    let sent = '';
    const baseURL = await serve((incoming, response) => {
      sent = JSON.stringify(incoming.headers);
      response.writeHead(404).end();
    });
    await call(compatibleProvider({ apiKey: '', baseURL }));
    expect(sent).not.toMatch(/authorization|of-the-environment/);
  } finally {
    for (const name of names) delete process.env[name];
    Object.assign(process.env, before);
  }
});

test("a reply's schema has the form that OpenAI requires, if it has such a form", async () => {
  let body = '';
  const server = createServer((incoming, response) => {
    body = '';
    incoming.on('data', (piece) => {
      body += piece;
    });
    incoming.on('end', () => response.writeHead(404).end());
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  closing.push(() => server.close());
  const open = { apiKey, baseURL: `http://127.0.0.1:${port}/v1` };
  const properties = { label: { type: 'string' } };
  const schema = { type: 'object', properties, required: ['label'] };
  await call(openaiProvider(open), { schema });
  expect(JSON.parse(body).text.format).toMatchObject({
    strict: true,
    schema: { ...schema, additionalProperties: false },
  });
  await call(openaiProvider(open), { schema: { type: 'object', properties } });
  expect(JSON.parse(body).text.format).toMatchObject({ strict: false, schema: { properties } });
  await call(compatibleProvider(open), { schema: { type: 'object', properties } });
  expect(JSON.parse(body).response_format.json_schema).toMatchObject({ strict: false });
});

test('a reply that waits for the results of tools ends with a reason of its own, and its text counts', async () => {
  const baseURL = await serve((_, response) => {
    const tool_calls = [{ index: 0, id: 'call_1', function: { name: 'look_up', arguments: '{}' } }];
    const parts = [chunk({ content: 'Fine.' }), chunk({ tool_calls }), chunk({}, 'tool_calls')];
    events(response).end(`${parts.join('')}data: [DONE]\n\n`);
  });
  const provider = compatibleProvider({ apiKey, baseURL });
  const parts: ModelPart[] = [];
  for await (const part of provider.stream(request)) parts.push(part);
  expect(parts.at(-1)).toEqual({ type: 'end', reason: 'tool_calls' });
  expect(await call(provider)).toMatchObject(fine);
});
