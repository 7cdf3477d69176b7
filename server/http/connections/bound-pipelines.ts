// @ts-check

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('node:net').Socket} Socket */

/**
 * How many requests of one connection may be under way: browsers and proxies send one at a time, and package managers
 * some ten.
 */
const MOST = 16;

/**
 * Bounds what a client costs that sends requests behind one another (RFC 9112, section 9.3.2) and does not read the
 * answers: its connection is cut. What Node has read of such a connection it hands on all the same, so listeners look
 * whether the request's socket is destroyed. All answers of a connection end with it, also those whose turn never came:
 * Node lets only the first of them know. Goes before other listeners of the server's requests.
 *
 * @param {import('node:http').Server} server
 */
export function boundPipelines(server) {
  /** @type {WeakMap<Socket, Set<ServerResponse>>} */
  const underWay = new WeakMap();
  server.on('connection', (socket) => {
    /** @type {Set<ServerResponse>} */
    const answers = new Set();
    underWay.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) endUnsent(answer);
    });
  });
  server.on('request', ({ socket }, response) => {
    const answers = underWay.get(socket);
    answers?.add(response);
    response.once('close', () => answers?.delete(response));
    if (answers && answers.size > MOST) socket.destroy();
  });
}

/** @param {ServerResponse} answer */
function endUnsent(answer) {
  if (answer.socket || answer.closed) return;
  answer.destroy();
  answer.emit('close');
}
