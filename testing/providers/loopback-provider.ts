import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@/server/http/connections/listen';
import { actOf } from './behaviors';
import { type Call, CallBook, keyOf } from './calls';
import { Exchange } from './exchange';
import { anthropicMessages } from './formats/anthropic-messages';
import { chatCompletions } from './formats/chat-completions';
import { gemini } from './formats/gemini';
import { openAiResponses } from './formats/openai-responses';
import type { FormatName, WireFormat } from './formats/wire-format';
import { perform } from './perform';
import { type LoopbackSettings, usualSettings } from './settings';

/** The base of each format, which clients put before the last part of the path. */
const bases: Record<FormatName, string> = {
  openai: '/openai/v1',
  compatible: '/compatible/v1',
  anthropic: '/anthropic/v1',
  gemini: '/gemini/v1beta',
};

const routes: [RegExp, WireFormat][] = [
  [/^\/openai\/v1\/responses$/, openAiResponses],
  [/^\/(openai|compatible)\/v1\/chat\/completions$/, chatCompletions],
  [/^\/anthropic\/v1\/messages$/, anthropicMessages],
  [/^\/gemini\/v1beta\/models\/[^/]+:(streamGenerateContent|generateContent)$/, gemini],
];

/**
 * AI providers of four wire formats at a loopback address. The name of the model selects their behavior (behaviors.ts).
 */
export interface LoopbackProvider {
  origin: string;
  /** The base URL that a client of the format is configured with. */
  url(format: FormatName): string;
  /** The calls since the last reset, in order. */
  readonly calls: readonly Call[];
  callsOf(model: string): Call[];
  /** How many haven't ended. */
  readonly underWay: number;
  /** Requests that followed the redirect of `redirect` to another origin, with the key that came along. */
  readonly redirected: readonly { path: string; key: string | null }[];
  /** Forgets the calls that have ended; models that fail once fail once more. */
  reset(): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Starts one, on a free port of 127.0.0.1. */
export async function openLoopbackProvider(
  settings: Partial<LoopbackSettings> = {},
): Promise<LoopbackProvider> {
  const all = { ...usualSettings, ...settings };
  const book = new CallBook();
  let redirected: { path: string; key: string | null }[] = [];
  let elsewhere = '';
  let serial = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const format = routes.find(([route]) => route.test(path.split('?')[0] ?? ''))?.[1];
    if (!format || request.method !== 'POST') return void response.writeHead(404).end('Not found\n');
    const text = await bodyOf(request);
    const body = parsed(text);
    const asked = format.read(body, path);
    const call: Call = {
      format: format.name,
      model: asked.model,
      path,
      headers: request.headers,
      port: request.socket.remotePort,
      key: keyOf(request.headers),
      text,
      body,
      receivedAt: Date.now(),
      ended: null,
      endedAt: null,
      bytesWritten: 0,
    };
    const earlier = book.begin(call);
    const exchange = new Exchange(response, request.socket, call, book);
    serial += 1;
    const id = serial.toString(36).padStart(12, '0');
    const act = actOf({ asked, format: format.name, earlier, settings: all });
    await perform(act, { exchange, format, asked, id, settings: all, elsewhere });
  };
  const server = createServer((request, response) => {
    // A client that goes away ends what is done for it.
    handle(request, response).catch((error) => {
      if (!response.destroyed && !request.destroyed) response.destroy(error);
    });
  });
  const other = createServer((request, response) => {
    redirected.push({ path: request.url ?? '/', key: keyOf(request.headers) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const place = { host: '127.0.0.1', port: 0 };
  const origin = `http://127.0.0.1:${await listen(server, place)}`;
  elsewhere = `http://127.0.0.1:${await listen(other, place)}`;

  return {
    origin,
    url: (format) => origin + bases[format],
    get calls() {
      return book.calls;
    },
    callsOf: (model) => book.calls.filter((call) => call.model === model),
    get underWay() {
      return book.underWay.length;
    },
    get redirected() {
      return redirected;
    },
    reset: () => {
      book.reset();
      redirected = [];
    },
    close: async () => {
      for (const call of book.underWay) book.end(call, 'destroyed');
      await Promise.all(
        [server, other].map(
          (each) =>
            new Promise((resolve) => {
              each.close(resolve);
              each.closeAllConnections();
            }),
        ),
      );
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
