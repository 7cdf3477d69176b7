import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listen } from '@/server/http/connections/listen';

/** Requests that change nothing may be sent twice. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Several servers of one site behind one address. */
export interface RoundRobinProxy {
  port: number;
  origin: string;
  /** How many responses each server has sent, in the order of its ports. */
  responses: number[];
  close(): void;
}

/**
 * Puts a proxy in front of servers of this machine. It gives each request to the next server, with the address of the
 * client in X-Forwarded-For. It tries the server after that one if the connection is refused or, for a request that
 * changes nothing, if there was no response. If a server goes away in any other moment, so does the connection.
 *
 * @param ports of the servers on 127.0.0.1
 */
export async function startRoundRobinProxy(ports: number[]): Promise<RoundRobinProxy> {
  const responses = ports.map(() => 0);
  let turn = 0;
  const proxy = http.createServer((request, response) => {
    const first = turn;
    turn += 1;
    const attempt = (tried: number) => {
      const index = (first + tried) % ports.length;
      if (tried === ports.length) return void response.writeHead(502).end();
      pass({ request, response, port: Number(ports[index]) }).then((outcome) => {
        if (outcome === 'passed') responses[index] = (responses[index] ?? 0) + 1;
        else if (outcome === 'untouched') attempt(tried + 1);
        else response.destroy();
      });
    };
    attempt(0);
  });
  const port = await listen(proxy, { host: '127.0.0.1', port: 0 });
  return {
    port,
    origin: `http://localhost:${port}`,
    responses,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  port: number;
}

/** A request that is untouched may go to another server; a lost request may or may not have been carried out. */
type Outcome = 'passed' | 'untouched' | 'lost';

function pass({ request, response, port }: Passing): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method = 'GET', url: path, headers } = request;
    let connected = false;
    const passed = http.request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' },
      // A connection that is kept could have been closed by a server that was killed.
      agent: false,
    });
    const giveUp = () => passed.destroy();
    response.once('close', giveUp);
    passed.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        request.pipe(passed);
      }),
    );
    passed.once('response', (serverResponse) => {
      response.writeHead(
        Number(serverResponse.statusCode),
        serverResponse.statusMessage,
        endToEnd(serverResponse),
      );
      // A response that breaks off breaks off for the client too.
      pipeline(serverResponse, response, () => {});
      resolve('passed');
    });
    passed.on('error', () => {
      response.off('close', giveUp);
      resolve(!connected || (SAFE.has(method) && !response.destroyed) ? 'untouched' : 'lost');
    });
  });
}

/** Without what is about the connection to the server. */
function endToEnd({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers;
  return others;
}
