// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Stop } from '@/scripts/console/stop.mjs';

/** Connections that may wait to be taken in: Node's own 511 drop some of a thousand that come at once. */
const BACKLOG = 4_096;

/**
 * @param {import('node:http').Server} server
 * @param {{ host: string, port: number }} place port 0 takes any free one
 * @returns {Promise<number>} the port, once it listens
 * @throws {Stop} when it cannot, saying how to choose another place
 */
export async function listen(server, { host, port }) {
  server.listen(port, host, BACKLOG);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE')
      throw new Stop(
        `Port ${port} on ${host} is taken. Choose another, as PORT=${port + 1}, or end what listens there.`,
      );
    if (code === 'EACCES')
      throw new Stop(`This user may not listen on port ${port}. Choose one from 1024 up in PORT.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Stop(
        `${host} is no address of this machine. Choose one in HOST, or leave it out for 127.0.0.1.`,
      );
    throw error;
  }
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** Listens for a moment. @param {{ host: string, port: number }} place @returns {Promise<number>} the port, free again */
export async function probePort(place) {
  const server = createServer();
  const port = await listen(server, place);
  server.close();
  await once(server, 'close');
  return port;
}
