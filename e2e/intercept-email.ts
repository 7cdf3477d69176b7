import type { Page, Route } from '@playwright/test';

type Answer = (route: Route) => Promise<void>;

/** Where this site takes email in, as a pattern for `page.route`. */
export const emailEndpoint = '**/api/v1.0/email/send';

export const acceptEmail: Answer = (route) => route.fulfill({ body: 'OK' });

/** Ways in which a send fails, by name. */
export const failedSends: [string, Answer][] = [
  ['a dead network', (route) => route.abort()],
  ['an answer 500', (route) => route.fulfill({ status: 500, body: 'broken' })],
  ['an answer 429', (route) => route.fulfill({ status: 429, body: 'Too Many Requests' })],
];

/** Answers every email itself, and keeps what was to be sent. */
export async function interceptEmail(page: Page, answer: Answer = acceptEmail) {
  const sent: Record<string, unknown>[] = [];
  await page.route(emailEndpoint, async (route) => {
    sent.push(route.request().postDataJSON());
    await answer(route);
  });
  return sent;
}

/** An answer that waits until it is released. */
export function heldBack(answer: Answer) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    answer: async (route: Route) => {
      await held;
      await answer(route);
    },
  };
}
