import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { clientSite } from '@/lib/server/rate-limit/client-address';
import { canonicalAddress } from '@/server/http/requests/forwarded-address';

/** In milliseconds. A proxy in front must give up an idle connection first, and most keep one for a minute. */
const timeouts = {
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

/** How long (ms) a connection may transfer nothing in the middle of a request or response. */
const LONGEST_STANDSTILL = 120_000;

/** Open connections; the server refuses more. Each costs some kilobytes. */
const MAX_CONNECTIONS = 10_000;

/** Open connections of one client, which is the largest network that a subscriber usually has. */
const MAX_CONNECTIONS_EACH = 2_000;

/** Requests under way per connection: browsers and proxies send one at a time, package managers about ten. */
const MAX_PIPELINED = 16;

/**
 * Makes an HTTP server that bounds the cost of a client's connections: their number, their idle time, and their
 * requests under way.
 *
 * @param options.dev no limit on standstill: hot reload transfers nothing until a file is edited
 * @param options.trustProxy TRUST_PROXY: these hold the connections of many clients
 */
export function createBoundedServer({ dev, trustProxy }: { dev: boolean; trustProxy: string[] }): Server {
  const server = createServer(timeouts);
  server.maxConnections = MAX_CONNECTIONS;
  if (!dev) server.setTimeout(LONGEST_STANDSTILL);
  boundClients(server, trustProxy);
  boundPipelines(server);
  return server;
}

/** Cuts a connection at once if its client has all that one may have: one machine can't hold those of all others. */
function boundClients(server: Server, trustProxy: string[]): void {
  const isProxy = proxyAddr.compile(trustProxy);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = canonicalAddress(socket.remoteAddress) ?? '';
    if (isProxy(address, 0)) return;
    const client = clientSite(address);
    const connections = (open.get(client) ?? 0) + 1;
    if (connections > MAX_CONNECTIONS_EACH) {
      socket.destroy();
      return;
    }
    open.set(client, connections);
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}

/**
 * Bounds what a client costs that pipelines requests (RFC 9112, section 9.3.2) and doesn't read the responses: its
 * connection is cut. Node still emits the requests that it has read from such a connection, so later listeners check
 * whether the request's socket is destroyed. Every response of a connection closes with it, even a response whose turn
 * never came: Node 22 closes only the first. Must be the first listener of the server's requests.
 */
function boundPipelines(server: Server): void {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const responses = new Set<ServerResponse>();
    underWay.set(socket, responses);
    // Newer versions of Node close the others too, after this listener.
    const closeRest = () => process.nextTick(() => responses.forEach(closeUnsent));
    socket.once('close', closeRest);
  });
  server.on('request', ({ socket }, response) => {
    const responses = underWay.get(socket);
    responses?.add(response);
    response.once('close', () => responses?.delete(response));
    if (responses && responses.size > MAX_PIPELINED) socket.destroy();
  });
}

function closeUnsent(response: ServerResponse): void {
  if (response.socket || response.closed) return;
  response.destroy();
  response.emit('close');
}
