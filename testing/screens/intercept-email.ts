import { latch } from './intercept-operation';
import { interceptRequest, type RequestHandler } from './intercept-request';

export const acceptEmail: RequestHandler = () => new Response('OK');

export const loseEmail: RequestHandler = () => {
  throw new TypeError('Failed to fetch');
};

/** Ways in which a send fails, by name. */
export const failedSends: [string, RequestHandler][] = [
  ['a dead network', loseEmail],
  ['an answer 500', () => new Response('broken', { status: 500 })],
  ['an answer 429', () => new Response('Too Many Requests', { status: 429 })],
];

/** Responds to every email itself from now on, and keeps the emails. */
export function interceptEmail(handle: RequestHandler = acceptEmail) {
  const sent: Record<string, unknown>[] = [];
  interceptRequest('/api/v1.0/email/send', async (request) => {
    sent.push(await request.clone().json());
    return handle(request);
  });
  return sent;
}

/** A response that waits until it is released. */
export function holdResponse(handle: RequestHandler) {
  const { held, release } = latch();
  return {
    release,
    handle: async (request: Request) => {
      await held;
      return handle(request);
    },
  };
}
