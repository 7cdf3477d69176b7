import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Milliseconds: far more than any answer takes, on a busy machine too. */
const PATIENCE = 20_000;

/** Sends bytes. @returns all that comes back until the server ends the connection; `hang` if it doesn't */
export function exchange(url: URL, request: string): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(url.port), url.hostname, () => socket.write(request, 'latin1'));
    socket.setTimeout(PATIENCE, () => {
      response ||= 'hang';
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    // The server may refuse a body before it has been sent whole.
    socket.on('error', () => {});
    socket.on('close', () => resolve(response));
  });
}

/** @returns the status of a response to `exchange`; 0 if it isn't a response */
export const statusOf = (response: string): number =>
  Number(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? 0);

interface RawQuestion {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks for an address letter by letter: a browser would encode it and resolve its dots. Follows no redirect. */
export async function askRaw(
  { hostname, port }: URL,
  path: string,
  { method = 'GET', headers = {}, body }: RawQuestion = {},
) {
  const request = send({ hostname, port, path, method, headers, agent: false, timeout: PATIENCE });
  request.on('timeout', () => request.destroy(new Error(`No answer to ${path}`)));
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, rawHeaders } = response;
  return { status, headers: response.headers, rawHeaders, body: await text(response) };
}

/** Does one thing after the other to all items, some at a time. */
export async function forAll<Item>(items: Item[], visit: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await visit(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
