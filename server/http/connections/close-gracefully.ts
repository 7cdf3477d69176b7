import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long (ms) a connection may stay idle: its client may have sent a request before it saw that the server ends. */
const GRACE = 2_000;
/** How long (ms) responses may take. */
const PATIENCE = 8_000;
/** How long (ms) the server may take to accept the connections that arrived before the end. */
const LONGEST_QUEUE = 3_000;

interface GracefulServer {
  /** Resolves once every connection has ended, after eight seconds at most. */
  close(): Promise<void>;
  isClosing(): boolean;
  /** Counts the requests whose response isn't finished. */
  underWay(): number;
}

/**
 * Lets a server close without cutting off a response, or a request that is on its way over a connection that the server
 * keeps open. Such a connection ends with its next response, which says so (RFC 9112, section 9.6), or after two idle
 * seconds. Listens to the server's requests before everything except `createBoundedServer`, which closes every
 * response.
 *
 * @param endStreams ends the responses that would last as long as their clients listen, and streams that begin later
 */
export function closeGracefully(server: Server, endStreams: () => void = () => {}): GracefulServer {
  const upgraded = new Set<Duplex>();
  /** Connections that have carried no request yet. */
  const unused = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let ending = false;
  let closing = false;
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('upgrade', ({ socket }) => {
    unused.delete(socket);
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    responses.add(response);
    response.once('close', () => responses.delete(response));
    if (closing) response.setHeader('Connection', 'close');
  });
  const sweep = () => {
    server.closeIdleConnections();
    // Node counts a new connection as busy, like one in the middle of a request.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  };
  const close = async () => {
    ending = true;
    const closed = once(server, 'close');
    const deadline = setTimeout(() => server.closeAllConnections(), PATIENCE);
    // Closing would reset the connections that the system has queued while this process was busy. The system hands over
    // one per turn of the event loop. Responses keep their connections until then: a client that lost one would connect
    // again, and lengthen the queue.
    const until = performance.now() + LONGEST_QUEUE;
    for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
      const before = accepted;
      await nextTurn();
      quiet = accepted === before ? quiet + 1 : 0;
    }
    closing = true;
    endStreams();
    // The HTTP server's own close would cut every idle connection at once, even if a request is on its way.
    NetServer.prototype.close.call(server);
    for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
    // Hot reload's connections never become idle.
    for (const socket of upgraded) socket.destroy();
    let sweeping: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      // After Node has read what has arrived: it runs timers first, and a late timer would find busy connections idle.
      sweeping = setInterval(() => setImmediate(sweep), 50);
    }, GRACE);
    await closed;
    clearTimeout(grace);
    clearInterval(sweeping);
    clearTimeout(deadline);
  };
  return { close, isClosing: () => ending, underWay: () => responses.size };
}
