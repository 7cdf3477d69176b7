import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { emailjs, startTwoSites } from '@/e2e/two-sites';
import type { Site } from '@/testing/run/start-empty-site';

// e2e/http/one-build.test.ts covers what such servers send.

let sites: [Site, Site];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  sites = await startTwoSites();
});
test.afterAll(() => Promise.all(sites.map(({ stop }) => stop())));

/** Goes to the contact form from another page, by default the landing page, as the client-side router does. */
async function goToContact(page: Page, { origin }: Site, from = '/'): Promise<void> {
  await page.goto(origin + from);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('**/contact');
}

/** Sends a message from there, and returns the service and the ids that it was sent with. */
async function sendMessage(page: Page, site: Site): Promise<unknown> {
  const sent = page.waitForRequest('**/api/v1.0/email/send');
  await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ body: 'OK' }));
  await goToContact(page, site);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Byron');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello, is anybody there?');
  await page.getByRole('main').locator('button[type=submit]').click();
  const request = await sent;
  await expect(page.getByRole('heading', { name: "Thanks! We'll follow up soon." })).toBeVisible();
  const { user_id, service_id, template_id } = request.postDataJSON();
  return [new URL(request.url()).origin, user_id, service_id, template_id];
}

test('each server’s forms send by its own variables', async ({ page }) => {
  const [own, byEmailjs] = sites;
  const ownIds = ['switchyard', 'switchyard', 'switchyard_contact'];
  expect(await sendMessage(page, own)).toEqual([own.origin, ...ownIds]);
  expect(await sendMessage(page, byEmailjs)).toEqual([
    'https://api.emailjs.com',
    emailjs.EMAILJS_PUBLIC_KEY,
    emailjs.EMAILJS_SERVICE_ID,
    emailjs.EMAILJS_CONTACT_TEMPLATE,
  ]);
});

test('a page that the router opens has its own addresses in the head, once each, by its server’s variable', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource.*404/);
  for (const site of sites)
    for (const from of ['/', '/nowhere']) {
      await goToContact(page, site, from);
      const address = `${site.publicUrl}/contact`;
      const image = `${site.publicUrl}/og/contact.png`;
      await expect(page.locator('head > link[rel=canonical]')).toHaveAttribute('href', address);
      await expect(page.locator('head > meta[property="og:url"]')).toHaveAttribute('content', address);
      await expect(page.locator('head > meta[property="og:image"]')).toHaveAttribute('content', image);
    }
});

test('a page whose path is spelled otherwise has its plain address in the head, once', async ({ page }) => {
  const [{ origin, publicUrl }] = sites;
  await page.goto(`${origin}/%64ocs`);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(page.locator('head > link[rel=canonical]')).toHaveAttribute('href', `${publicUrl}/docs`);
});

for (const address of ['/', '/contact', '/docs', '/docs/install', '/blog', '/nowhere'])
  test(`React finds ${address} as it was built, whatever the address of its server`, async ({
    page,
    expectedConsole,
  }) => {
    if (address === '/nowhere') expectedConsole.push(/status of 404/);
    for (const { origin } of sites) {
      await page.goto(`${origin}${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
