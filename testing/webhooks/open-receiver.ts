import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a receiver got it. */
export interface ReceivedMessage {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: ReceivedMessage[];
  /** Connections that have been made. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * A server on loopback that callbacks are sent to.
 * @param answer responds to each message; 204 by default
 * @param at 0 for any free port
 */
export async function openReceiver(
  answer: (response: ServerResponse, message: ReceivedMessage) => void = (response) =>
    response.writeHead(204).end(),
  at = 0,
): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url = '', method = '', headers } = request;
    const message = { path: url, method, headers, body: Buffer.concat(chunks).toString() };
    received.push(message);
    answer(response, message);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
