import { latch } from './intercept-operation';
import { type Answer, interceptRequest } from './intercept-request';

export const acceptEmail: Answer = () => new Response('OK');

export const loseEmail: Answer = () => {
  throw new TypeError('Failed to fetch');
};

/** Ways in which a send fails, by name. */
export const failedSends: [string, Answer][] = [
  ['a dead network', loseEmail],
  ['an answer 500', () => new Response('broken', { status: 500 })],
  ['an answer 429', () => new Response('Too Many Requests', { status: 429 })],
];

/** Responds to every email itself from now on, and keeps the emails. */
export function interceptEmail(answer: Answer = acceptEmail) {
  const sent: Record<string, unknown>[] = [];
  interceptRequest('/api/v1.0/email/send', async (request) => {
    sent.push(await request.clone().json());
    return answer(request);
  });
  return sent;
}

/** A response that waits until it is released. */
export function heldBack(answer: Answer) {
  const { held, release } = latch();
  return {
    release,
    answer: async (request: Request) => {
      await held;
      return answer(request);
    },
  };
}
