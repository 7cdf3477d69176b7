import { randomUUID } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';

/** One request of a flood. */
interface FloodRequest {
  method?: string;
  path?: string | undefined;
  headers?: Record<string, string>;
  body?: string;
  /** How much of the body is sent; all of it unless given. */
  bytes?: number;
}

interface Flood {
  /** What it sends, as a figure names it. */
  sends: string;
  /** The request of a client's address, by how many were sent before it. */
  request: (client: number, index: number) => FloodRequest;
  /** Its network address, if a client has several. */
  address?: (client: number, index: number) => string;
  /** Whether responses are read; otherwise connections stall after their request. */
  reads?: boolean;
}

/** What a flood needs to know of the site: a user who can sign in, and the paths of large files. */
interface FloodedSite {
  email: string;
  password: string;
  files: string[];
}

/** The argument of the program that floods. */
export interface Attack {
  flood: string;
  url: string;
  clients: number;
  connections: number;
  seconds: number;
  site: FloodedSite;
}

const call = (query: string, variables?: Record<string, unknown>): FloodRequest => ({
  method: 'POST',
  path: '/api/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});

const signIn =
  'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }';

/** Nearly the largest body allowed. One character makes each of the others take two bytes in memory. */
const padding = `# \u0142${'x'.repeat(255_000)}`;

const manyIntrospections = Array.from(
  { length: 30 },
  (_, index) => `a${index}: __schema { types { ...T } }`,
).join(' ');

/** An address of another /64 each time. */
const newNetwork = (client: number, index: number): string =>
  `2001:db8:${(client % 0xffff).toString(16)}:${(index % 0xffff).toString(16)}::1`;

/**
 * What an attacker might send to bring the site down. From one client, most of it exceeds the limits and is refused.
 *
 * @returns by name
 */
export const floods = ({ email, password, files }: FloodedSite): Record<string, Flood> => ({
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
    // Next makes a page's data for the client-side router.
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
