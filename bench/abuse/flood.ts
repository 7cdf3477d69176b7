// @ts-check
import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { floods } from './floods';

// A process of its own, so that making a flood and measuring it share no event loop. Argument: an Attack as JSON.
// Prints how many answers had each status, as JSON; 0 counts the connections that were cut.

/** @type {import('./measure-abuse').Attack} */
const { flood: name, url, clients, connections, seconds, site } = JSON.parse(process.argv[2] ?? '');
const { request, address: addressOf, reads = false } = floods(site)[name] ?? missing(name);

/** @type {Record<string, number>} */
const counts = {};
const count = (/** @type {number} */ status) => {
  counts[status] = (counts[status] ?? 0) + 1;
};
const until = performance.now() + seconds * 1000;
const { hostname, port } = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
let index = 0;

/** @param {string} name @returns {never} */
function missing(name) {
  throw new Error(`No flood has the name ${name}.`);
}

/** @param {number} client */
function next(client) {
  index += 1;
  const { method = 'GET', path = '/', headers = {}, body = '', bytes } = request(client, index);
  const address =
    addressOf?.(client, index) ?? `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}`;
  const length = String(Buffer.byteLength(body));
  return {
    ...{ method, path, body, bytes },
    headers: { host: 'site', 'x-forwarded-for': address, 'content-length': length, ...headers },
  };
}

/** Sends, reads the answer, and sends again. @param {number} client */
async function readAnswers(client) {
  while (performance.now() < until) {
    const { body, bytes: _, ...options } = next(client);
    const status = await new Promise((resolve) => {
      const sent = http.request({ hostname, port, agent, ...options }, (response) => {
        response.resume();
        response.once('close', () => resolve(response.complete ? response.statusCode : 0));
      });
      sent.once('error', () => resolve(0));
      sent.setTimeout(30_000, () => sent.destroy());
      sent.end(body);
    });
    count(status);
    if (status === 0) await delay(50);
  }
}

/** Sends, reads nothing, and connects again if the connection is cut. @param {number} client */
async function standStill(client) {
  while (performance.now() < until) {
    const { method, path, headers, body, bytes } = next(client);
    const head = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(Buffer.from(body).subarray(0, bytes));
    socket.pause();
    await new Promise((resolve) => {
      socket.once('close', resolve);
      setTimeout(resolve, Math.max(0, until - performance.now()));
    });
    if (performance.now() < until) count(0);
    socket.destroy();
    await delay(50);
  }
}

await Promise.all(
  Array.from({ length: connections }, (_, connection) =>
    (reads ? readAnswers : standStill)(connection % clients),
  ),
);
console.log(JSON.stringify(counts));
process.exit(0);
