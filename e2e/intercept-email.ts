import type { Page } from '@playwright/test';

/** This site's email endpoint, as a pattern for `page.route`. */
export const emailEndpoint = '**/api/v1.0/email/send';

/** Accepts every email in the place of the server. */
export const interceptEmail = (page: Page) =>
  page.route(emailEndpoint, (route) => route.fulfill({ body: 'OK' }));
