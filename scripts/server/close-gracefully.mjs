// @ts-check
import { once } from 'node:events';

const PATIENCE = 10_000; // milliseconds

/**
 * Closes a server without cutting off what it is answering.
 *
 * @param {import('node:http').Server} server
 * @returns {{ close: () => Promise<void> }} `close` resolves when every connection has ended, after ten seconds at most
 */
export function closeGracefully(server) {
  /** @type {Set<import('node:stream').Duplex>} */
  const upgraded = new Set();
  server.on('upgrade', (_, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    // Connections fall idle one by one as their answers end; upgraded ones (hot reload) never do.
    for (const socket of upgraded) socket.destroy();
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), PATIENCE);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
  };
  return { close };
}
