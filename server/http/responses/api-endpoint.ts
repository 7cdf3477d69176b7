import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from '@/graphql/handle-request';
import { handleNodeRequest, nodeRequest, sendStream } from '@/graphql/node-http';
import { startedYoga } from '@/graphql/yoga';
import { respondToBatches } from '@/lib/server/batches/respond-to-batches';
import { answerEmailRequest } from '@/lib/server/email/receive-email';
import { respondToFile } from '@/lib/server/files/serve-file';
import { pathOf } from '@/lib/server/path-of';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { refusalBody } from '@/lib/server/refusal-body';
import { requestNotes, runtime } from '@/lib/server/runtime/runtime';
import { compress } from '@/server/http/responses/compress';

type Endpoint = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The endpoints that this server serves itself, by path. A route handler of Next does the same for `next dev` and `next start`. */
const endpoints: Record<string, Endpoint> = {
  '/api/graphql': async (request, response) => {
    if (request.headers['accept-encoding']) compress(request, response);
    await handleNodeRequest(startedYoga, request, response);
  },
  '/api/v1.0/email/send': async (request, response) => {
    const made = await answerEmailRequest(nodeRequest(request, response));
    response.writeHead(made.status, Object.fromEntries(made.headers));
    response.end(await made.text());
    // A body that was refused before its end would block the connection's next request.
    if (!request.readableEnded) request.resume();
  },
};

/** The id in the address of a file, of a job's download, or of a bulk run's sheet. */
const fileAddress = /^\/api\/files\/([\w-]+)$/;

/** With its length, which Next removes: clients show their progress by it, and notice a file that was cut. */
async function sendFile(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const { method, headers, signal } = nodeRequest(request, response);
  const made = await respondToFile({ method, headers, signal, url: `http://localhost${request.url}` }, id);
  await send(made, request, response);
}

async function send(made: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await made.body?.cancel();
    return;
  }
  response.writeHead(made.status, Object.fromEntries(made.headers));
  if (made.body) await sendStream(made.body, response);
  else response.end();
  if (!request.readableEnded) request.resume();
}

/** The addresses of OpenAI's API that this server has. */
const batchAddress = /^\/v1(?:\/|$)/;

async function sendBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await send(await respondToBatches(nodeRequest(request, response), request.url ?? ''), request, response);
}

function endpointOf(address: string): Endpoint | undefined {
  const fileId = fileAddress.exec(address)?.[1];
  return fileId ? (...call) => sendFile(...call, fileId) : endpoints[address];
}

/**
 * Serves calls of the API and its files, at a third of what they cost behind Next.
 *
 * @param request its `x-forwarded-for` is the one trusted address
 * @returns whether the request was the API's
 */
export async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const address = pathOf(request.url);
  const endpoint = batchAddress.test(address) ? sendBatch : endpointOf(address);
  if (!endpoint) return false;
  if (!refuseCall(request, response, runtime.api?.apiLimiter)) await endpoint(request, response);
  return true;
}

/**
 * Refuses calls of a client that the API has refused, until it may call again, and calls of a client with too many
 * under way. It refuses them before reading anything, in the same words as the API itself (`graphql/yoga.ts`).
 *
 * @param request its `x-forwarded-for` is the one trusted address
 * @param limiter of the running API; undefined if that couldn't start
 * @returns whether it refused; otherwise the call is under way until the response closes, or becomes a stream
 */
export function refuseCall(
  request: IncomingMessage,
  response: ServerResponse,
  limiter: Pick<ApiLimiter, 'enter'> | undefined,
): boolean {
  if (!limiter || request.method !== 'POST' || pathOf(request.url) !== '/api/graphql') return false;
  const refused = limiter.enter(String(request.headers['x-forwarded-for']));
  if (typeof refused === 'function') {
    response.once('close', refused);
    const notes = requestNotes.getStore();
    if (notes) notes.onStream = refused;
    return false;
  }
  const body = refusalBody(refused);
  response.writeHead(429, {
    ...corsHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(refused.details.retryAfter),
  });
  response.end(body);
  return true;
}
