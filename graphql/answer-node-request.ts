import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf, type Handler } from '@/graphql/handle-request';
import { nodeRequest } from '@/graphql/node-request';
import { requestNotes } from '@/lib/server/runtime/runtime';

/**
 * Responds to one request of the GraphQL endpoint on `node:http`, as `handleGraphqlRequest` does for Next, at a fraction of
 * the cost. Resolves once the response has been handed to the connection, or the client has left. Never throws.
 *
 * @param request whose `x-forwarded-for` is the one trusted address; its address may be any
 */
export async function answerNodeRequest(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = nodeRequest(request, response);
  const { status, headers, body } = await answerOf(handler, call);
  if (response.destroyed) {
    // The client has left: without this the stream would wait for a reader.
    if (typeof body !== 'string') await body.cancel().catch(() => {});
    return;
  }
  if (typeof body === 'string') {
    if (status !== 204) headers['content-length'] ??= String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(body);
  } else {
    response.writeHead(status, headers);
    await sendStream(body, response);
  }
  // A refused request may have an unread body, which would delay the connection's next request.
  if (!request.readableEnded) request.resume();
}

/**
 * Each chunk as it comes, no faster than the client reads; the stream is canceled once the client has left. It holds
 * nothing in memory except what the client hasn't read.
 */
async function sendStream(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const hold = requestNotes.getStore()?.hold;
  const reader = stream.getReader();
  const left = new AbortController();
  const stop = () => {
    left.abort();
    reader.cancel().catch(() => {});
  };
  response.once('close', stop);
  response.flushHeaders();
  hold?.(0);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (response.write(part.value)) continue;
      hold?.(response.writableLength);
      await once(response, 'drain', { signal: left.signal });
      hold?.(0);
    }
    response.end();
  } catch {
    // Part of the response has been sent. Cutting the connection shows the client that it is incomplete.
    response.destroy();
  } finally {
    response.off('close', stop);
  }
}
