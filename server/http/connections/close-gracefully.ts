// @ts-check
import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long (ms) a connection may stay idle: time for a request that is on its way, and whose sender saw no end. */
const GRACE = 2_000;
/** How long (ms) answers may take. */
const PATIENCE = 8_000;
/** How long (ms) connections that came before the end may take to be taken in. */
const LONGEST_QUEUE = 3_000;

/**
 * Closes a server without cutting off what it is answering, or is about to be asked on a connection it keeps open.
 * Such a connection ends with its next answer, which says so (RFC 9112, section 9.6), or when nothing came for two
 * seconds. Goes before other listeners of the server's requests, and behind `boundPipelines`, which ends every answer.
 *
 * @param {import('node:http').Server} server
 * @returns {{ close: () => Promise<void>, isClosing: () => boolean, underWay: () => number }} `close` resolves when
 *   every connection has ended, after eight seconds at most; `underWay` counts the requests that are being answered
 */
export function closeGracefully(server) {
  /** @type {Set<import('node:stream').Duplex>} */
  const upgraded = new Set();
  /** Connections on which nothing was asked yet. @type {Set<import('node:net').Socket>} */
  const unused = new Set();
  /** @type {Set<import('node:http').ServerResponse>} */
  const answers = new Set();
  let ending = false;
  let closing = false;
  let taken = 0;
  server.on('connection', (socket) => {
    taken += 1;
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
    answers.add(response);
    response.once('close', () => answers.delete(response));
    if (closing) response.setHeader('Connection', 'close');
  });
  const sweep = () => {
    server.closeIdleConnections();
    // To Node a new connection is as busy as one in the middle of a request.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  };
  const close = async () => {
    ending = true;
    const closed = once(server, 'close');
    const deadline = setTimeout(() => server.closeAllConnections(), PATIENCE);
    // Closing would reset the connections that the system has queued while this process was busy. It hands over one a
    // turn of the event loop. Nobody is sent away yet, who would come again by a new one.
    const until = performance.now() + LONGEST_QUEUE;
    for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
      const before = taken;
      await nextTurn();
      quiet = taken === before ? quiet + 1 : 0;
    }
    closing = true;
    // That of http would cut every idle connection at once, a request on its way or not.
    NetServer.prototype.close.call(server);
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
    // Hot reload never falls idle.
    for (const socket of upgraded) socket.destroy();
    /** @type {NodeJS.Timeout | undefined} */
    let sweeping;
    const grace = setTimeout(() => {
      // After what has arrived was read: timers come before that, and late ones would find busy connections idle.
      sweeping = setInterval(() => setImmediate(sweep), 50);
    }, GRACE);
    await closed;
    clearTimeout(grace);
    clearInterval(sweeping);
    clearTimeout(deadline);
  };
  return { close, isClosing: () => ending, underWay: () => answers.size };
}
