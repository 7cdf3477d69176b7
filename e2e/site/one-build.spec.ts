import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';
import { blockedScripts } from '@/e2e/blocked-scripts';
import { expect, test } from '@/e2e/fixtures';
import { readDocument } from '@/e2e/public-pages';
import { type Site, startEmptySite } from '@/testing/run/start-empty-site';

const emailjs = {
  EMAILJS_PUBLIC_KEY: 'Ab3dEf6hIj9kLm2nO',
  EMAILJS_SERVICE_ID: 'service_7d2k9xq',
  EMAILJS_WAITLIST_TEMPLATE: 'template_waitlist',
  EMAILJS_CONTACT_TEMPLATE: 'template_contact',
};
/** The one that receives email itself, and the one that sends by EmailJS. */
const sites: Site[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  sites.push(await startEmptySite({ PUBLIC_URL: 'http://a.example' }));
  sites.push(
    await startEmptySite({ PUBLIC_URL: 'https://another-site.switchyard.example:8443', ...emailjs }),
  );
});
test.afterAll(() => Promise.all(sites.map(({ stop }) => stop())));

test('two servers of one build each name their own address, in pages, feed, sitemap, and robots', async ({
  page,
  request,
}) => {
  const etags = new Set<string | undefined>();
  for (const { publicUrl, origin } of sites) {
    const read = async (address: string) => (await request.get(`${origin}${address}`)).text();
    for (const [address, full] of [
      ['/', publicUrl],
      ['/docs', `${publicUrl}/docs`],
      ['/contact', `${publicUrl}/contact`],
    ]) {
      const { canonical, meta } = await readDocument(page, await read(`${address}`));
      expect(canonical).toBe(full);
      expect(meta['og:url']).toBe(full);
      expect(meta['og:image']?.startsWith(`${publicUrl}/og/`), meta['og:image']).toBe(true);
    }
    expect(await read('/')).toContain(`"@id":"${publicUrl}/#organization"`);
    expect(await read('/feed.xml')).toContain(`<link>${publicUrl}/blog</link>`);
    expect(await read('/sitemap.xml')).toContain(`<loc>${publicUrl}/docs</loc>`);
    expect(await read('/robots.txt')).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(await read('/llms.txt')).toContain(`${publicUrl}/docs`);
    etags.add((await request.get(`${origin}/contact`)).headers().etag);
  }
  // Otherwise a browser would keep the pages of the other address.
  expect(etags.size).toBe(2);
});

const forRouter = { rsc: '1' };

/** The requests for everything that the build has of one address: the document or file, and the router's data. */
async function requestsFor(address: string): Promise<[url: string, headers: Record<string, string>][]> {
  const notes = path.join('.next', 'server', 'app', `${address === '/' ? '/index' : address}.meta`);
  const { segmentPaths } = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : {};
  if (!segmentPaths) return [[address, {}]];
  const parts = segmentPaths.map(async (part: string) => [
    `${address}?_rsc=${await computeCacheBustingSearchParam('1', part, undefined, undefined)}`,
    { ...forRouter, 'next-router-prefetch': '1', 'next-router-segment-prefetch': part },
  ]);
  return [
    [address, {}],
    [`${address}?_rsc=x`, {}],
    [`${address}?_rsc`, forRouter],
    [`${address}`, forRouter],
    ...(await Promise.all(parts)),
  ];
}

/** The same of an address that Next renders for each request. */
const requestsForRendered = (address: string): [string, Record<string, string>][] => [
  [address, {}],
  [`${address}?_rsc`, forRouter],
];

/** The requests to which a server returned a placeholder, another site's address, or a script that its policy blocks. */
async function wrongAnswers(request: APIRequestContext, { origin }: Site, others: Site[]): Promise<string[]> {
  const { routes } = JSON.parse(readFileSync(path.join('.next', 'prerender-manifest.json'), 'utf8'));
  const wrong: string[] = [];
  const ask = async ([url, headers]: [string, Record<string, string>]) => {
    const answer = await request.get(`${origin}${url}`, { headers });
    const text = (await answer.body()).toString('latin1');
    const policy = answer.headers()['content-security-policy'] ?? '';
    const isDocument = answer.headers()['content-type']?.startsWith('text/html');
    const faults = [
      ...(answer.ok() || url.startsWith('/_') ? [] : [`status ${answer.status()}`]),
      ...['switchyard.invalid', ...others.map(({ publicUrl }) => publicUrl)].filter((no) =>
        text.includes(no),
      ),
      ...(isDocument ? blockedScripts(await answer.text(), policy) : []),
    ];
    if (faults.length > 0) wrong.push(`${url} ${JSON.stringify(headers)}: ${faults}`);
    await answer.dispose();
  };
  const asked = [
    ...(await Promise.all(Object.keys(routes).map(requestsFor))).flat(),
    ...requestsForRendered('/dashboard/admin/account/invoices/any'),
  ];
  expect(asked.length).toBeGreaterThan(400);
  for (let index = 0; index < asked.length; index += 8)
    await Promise.all(asked.slice(index, index + 8).map(ask));
  return wrong;
}

test('nothing of the build is sent with a placeholder, and every policy fits what is sent', async ({
  request,
}) => {
  test.setTimeout(180_000);
  for (const site of sites)
    expect(
      await wrongAnswers(
        request,
        site,
        sites.filter((other) => other !== site),
      ),
    ).toEqual([]);
});

test('neither do the pages that Next sends itself, nor the scripts', () => {
  const { routes } = JSON.parse(readFileSync(path.join('.next', 'prerender-manifest.json'), 'utf8'));
  expect(Object.keys(routes)).toContain('/_not-found');
  for (const name of ['_not-found.html', '_not-found.rsc', '_global-error.html'])
    expect(readFileSync(path.join('.next', 'server', 'app', name), 'utf8'), name).not.toContain('.invalid');
});

/** Goes to the contact form from the landing page, as the client-side router does, and sends a message. */
async function sendMessage(page: Page, { origin }: Site): Promise<unknown> {
  const sent = page.waitForRequest('**/api/v1.0/email/send');
  await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ body: 'OK' }));
  await page.goto(origin);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('**/contact');
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
  const [own, byEmailjs] = sites as [Site, Site];
  const ownIds = ['switchyard', 'switchyard', 'switchyard_contact'];
  expect(await sendMessage(page, own)).toEqual([own.origin, ...ownIds]);
  expect(await sendMessage(page, byEmailjs)).toEqual([
    'https://api.emailjs.com',
    emailjs.EMAILJS_PUBLIC_KEY,
    emailjs.EMAILJS_SERVICE_ID,
    emailjs.EMAILJS_CONTACT_TEMPLATE,
  ]);
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
