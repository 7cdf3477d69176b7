import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stop } from '@/scripts/console/stop.mjs';

interface ListenAddress {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The variable that names the port. */
  variable?: string;
}

/** Connections that may wait to be accepted: Node's own 511 drop some of a thousand that arrive at once. */
const BACKLOG = 4_096;

/**
 * @returns the port, once the server listens on it
 * @throws Stop if it can't listen, saying how to choose another place
 */
export async function listen(
  server: Server,
  { host, port, variable = 'PORT' }: ListenAddress,
): Promise<number> {
  server.listen(port, host, BACKLOG);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Stop(
        `Port ${port} on ${host} is taken. Choose another port, such as ${variable}=${port + 1}, or stop the program that uses it.`,
      );
    if (code === 'EACCES')
      throw new Stop(`This user may not listen on port ${port}. Choose one from 1024 up in ${variable}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Stop(
        `${host} isn't an address of this machine. Choose one in HOST, or leave it out for 127.0.0.1.`,
      );
    throw error;
  }
  return (server.address() as AddressInfo).port;
}

/**
 * Listens for a moment.
 * @returns the port, free again
 * @throws Stop if nothing can listen there
 */
export async function probePort(place: ListenAddress): Promise<number> {
  const server = createServer();
  const port = await listen(server, place);
  server.close();
  await once(server, 'close');
  return port;
}
