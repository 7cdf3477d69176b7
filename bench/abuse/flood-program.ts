import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, floods } from './floods';

// `tsx bench/abuse/flood-program.ts ATTACK` floods a site (an Attack as JSON) and prints how many responses had each
// status, as JSON; 0 counts the connections that were cut.

const attack: Attack = JSON.parse(process.argv[2] ?? '');
const { url, clients, connections, seconds, site } = attack;
const flood = floods(site)[attack.flood];
if (!flood) throw new Error(`No flood has the name ${attack.flood}.`);
const { request, address: addressOf, reads = false } = flood;

const counts: Record<string, number> = {};
const count = (status: number) => {
  counts[status] = (counts[status] ?? 0) + 1;
};
const until = performance.now() + seconds * 1000;
const { hostname, port } = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
let index = 0;

function nextRequest(client: number) {
  index += 1;
  const { method = 'GET', path = '/', headers = {}, body = '', bytes } = request(client, index);
  const address =
    addressOf?.(client, index) ?? `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}`;
  const length = String(Buffer.byteLength(body));
  return {
    method,
    path,
    body,
    bytes,
    headers: { host: 'site', 'x-forwarded-for': address, 'content-length': length, ...headers },
  };
}

/** Sends a request, reads the response, and starts again. */
async function sendAndRead(client: number): Promise<void> {
  while (performance.now() < until) {
    const { method, path, headers, body } = nextRequest(client);
    const status = await new Promise<number>((resolve) => {
      const sent = http.request({ hostname, port, agent, method, path, headers }, (response) => {
        response.resume();
        response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
      });
      sent.once('error', () => resolve(0));
      sent.setTimeout(30_000, () => sent.destroy());
      sent.end(body);
    });
    count(status);
    if (status === 0) await delay(50);
  }
}

/** Sends a request, reads nothing, and connects again if the connection is cut. */
async function sendAndStall(client: number): Promise<void> {
  while (performance.now() < until) {
    const { method, path, headers, body, bytes } = nextRequest(client);
    const head = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(Buffer.from(body).subarray(0, bytes));
    socket.pause();
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      setTimeout(resolve, Math.max(0, until - performance.now()));
    });
    if (performance.now() < until) count(0);
    socket.destroy();
    await delay(50);
  }
}

await Promise.all(
  Array.from({ length: connections }, (_, connection) =>
    (reads ? sendAndRead : sendAndStall)(connection % clients),
  ),
);
console.log(JSON.stringify(counts));
process.exit(0);
