// @ts-check
import { randomUUID } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';

/**
 * One request of a flood. `bytes` leaves the rest of the body unsent.
 * @typedef {{ method?: string, path?: string, headers?: Record<string, string>, body?: string, bytes?: number }} FloodRequest
 */

/**
 * @typedef {object} Flood
 * @property {string} sends what it is made of, as a figure names it
 * @property {(client: number, index: number) => FloodRequest} request the `index`th request of the `client`th address
 * @property {(client: number, index: number) => string} [address] its network address, where a client has many
 * @property {boolean} [reads] whether answers are read; otherwise connections stand still once they have asked
 */

/** @param {string} query @param {Record<string, unknown>} [variables] @returns {FloodRequest} */
const call = (query, variables) => ({
  method: 'POST',
  path: '/api/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});

const signIn =
  'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }';

/** Nearly as much as a body may have, with a character that makes each take two bytes in memory. */
const padding = `# \u0142${'x'.repeat(255_000)}`;

const manyIntrospections = Array.from(
  { length: 30 },
  (_, index) => `a${index}: __schema { types { ...T } }`,
).join(' ');

/** @param {number} client @param {number} index @returns {string} an address of another /64 each time */
const newNetwork = (client, index) =>
  `2001:db8:${(client % 0xffff).toString(16)}:${(index % 0xffff).toString(16)}::1`;

/**
 * What an attacker might send to bring the site down. From one client, most of it is over the limits and refused.
 *
 * @param {{ email: string, password: string, files: string[] }} site a person who can sign in; paths of large files
 * @returns {Record<string, Flood>}
 */
export const floods = ({ email, password, files }) => ({
  documents: {
    sends: 'unique documents as long as they may be',
    request: () => call(`{ me { id } } ${padding.slice(0, 32_000)} ${randomUUID()}`),
    reads: true,
  },
  bodies: {
    sends: 'unique documents as large as a body may be',
    request: () => call(`{ me { id } } ${padding} ${randomUUID()}`),
    reads: true,
  },
  introspection: {
    sends: 'introspection under aliases, unread',
    request: () =>
      call(
        `{ ${manyIntrospections} } fragment T on __Type { name description fields { name description args { name type { name } } type { name ofType { name } } } } #${randomUUID()}`,
      ),
  },
  schema: {
    sends: 'whole introspection',
    request: () => call(`${getIntrospectionQuery()} #${randomUUID()}`),
    reads: true,
  },
  unread: { sends: 'whole introspection, unread', request: () => call(getIntrospectionQuery()) },
  emails: {
    sends: 'sign-ins with new email addresses',
    request: () => call(signIn, { email: `${randomUUID()}@example.com`, password: 'not the password' }),
    reads: true,
  },
  networks: {
    sends: 'calls from new IPv6 networks',
    request: () => call('{ me { id } }'),
    address: newNetwork,
    reads: true,
  },
  sessions: {
    sends: 'sessions of one person',
    request: () => call(signIn, { email, password }),
    reads: true,
  },
  images: {
    sends: 'images and other addresses of the framework',
    request: (_client, index) => ({
      path: [
        `/_next/image?url=%2Ficon.svg%3F${randomUUID()}&w=640&q=75`,
        `/_next/image?url=${encodeURIComponent(`/og/docs/overview#${randomUUID()}`)}&w=640&q=75`,
        `/_next/data/${randomUUID()}/index.json`,
        `/docs/${randomUUID()}`,
        `/blog/${randomUUID()}?_rsc=${index}`,
      ][index % 5],
    }),
    reads: true,
  },
  readers: {
    sends: 'large files and pages, unread',
    // A page's data for the client-side router is made by Next.
    request: (client, index) => ({
      path: files[(client + index) % files.length],
      headers: { [index % 2 === 0 ? 'rsc' : 'accept']: '1' },
    }),
  },
  halves: {
    sends: 'requests that stop in the middle of their body',
    request: () => ({ ...call('{ me { id } }', { padding }), bytes: 200_000 }),
  },
});
