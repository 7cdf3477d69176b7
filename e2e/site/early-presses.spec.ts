import type { Page, Request } from '@playwright/test';
import { expect, openBlank, requestToken, storeToken, test } from '@/e2e/fixtures';

/**
 * Opens a page on a slow processor, and holds its scripts back, so that nothing responds yet.
 * @returns lets the scripts come
 */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return resolve;
}

const waitlist = { name: 'Join the Alpha Waitlist' };

for (const [how, press] of [
  ['a click', (page: Page) => page.getByRole('button', { name: 'Join Waitlist' }).first().click()],
  [
    'the keyboard',
    (page: Page) => page.getByRole('button', { name: 'Join Waitlist' }).first().press('Enter'),
  ],
] as const) {
  test(`${how} on Join Waitlist before the page responds opens the waitlist once it does`, async ({
    page,
  }) => {
    const letScriptsCome = await openWithoutScripts(page, '/');
    await press(page);
    await expect(page.locator('html')).toHaveAttribute('data-pressed', '');
    letScriptsCome();
    await expect(page.getByRole('dialog', waitlist)).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-pressed', '');
  });
}

for (const [address, button, dialog] of [
  ['/', 'Join Waitlist', waitlist],
  ['/', 'Sign in', { name: 'Sign in' }],
  ['/docs', 'Search docs', { name: 'Search' }],
] as const) {
  test(`the dialog of ${button} on ${address} is there before it is asked for: it opens without the network`, async ({
    page,
    context,
    expectedConsole,
  }) => {
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/);
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await page.goto(address);
    // Later than the page's own idle work, which fetches the dialogs.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
    await expect.poll(() => underWay.size).toBe(0);
    await context.setOffline(true);
    await page.getByRole('button', { name: button }).first().press('Enter');
    await expect(page.getByRole('dialog', dialog)).toBeVisible();
  });
}

test('a menu button that is pressed again and again before the page responds opens its menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const letScriptsCome = await openWithoutScripts(page, '/');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await menu.click();
  letScriptsCome();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
});

test('a menu button that is pressed while React takes over the page opens its menu', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  // React marks the document when it begins, and listens from then on.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const begun = Object.keys(document).some((key) => key.startsWith('__reactContainer'));
      if (!begun) return port2.postMessage('');
      document.documentElement.dataset.pressedAt = document.documentElement.dataset.hydrated ?? 'before';
      document.querySelector<HTMLElement>('header button[aria-expanded]')?.click();
    };
    port2.postMessage('');
  });
  const letScriptsCome = await openWithoutScripts(page, '/');
  letScriptsCome();
  await expect(page.locator('html')).toHaveAttribute('data-pressed-at', 'before');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true');
});

test('Ctrl K before the page responds opens the search once it does', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/docs/overview');
  await page.keyboard.press('Control+k');
  letScriptsCome();
  await expect(page.getByRole('combobox', { name: 'Search the documentation' })).toBeVisible();
});

test('a form that is sent before the page responds is sent once it does, with what was typed', async ({
  page,
}) => {
  const letScriptsCome = await openWithoutScripts(page, '/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Name').press('Enter');
  letScriptsCome();
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test("a form that is changed after it was sent isn't sent with half a change", async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Name').press('Enter');
  await page.getByLabel('Name').pressSequentially(' Love');
  await expect(page.locator('html')).not.toHaveAttribute('data-pressed', '');
  letScriptsCome();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(page.getByText('Enter an email address like name@example.com.')).not.toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Love');
});

test("a press isn't shown as under way once a script hasn't arrived", async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Join Waitlist' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-pressed', '');
  resolve();
  await expect(page.locator('html')).not.toHaveAttribute('data-pressed', '');
});

test('Ctrl K in a console before it responds opens the command menu once it does', async ({ page }) => {
  const token = await requestToken(page, 'dev@acme.test');
  await openBlank(page);
  await storeToken(page, token);
  const letScriptsCome = await openWithoutScripts(page, '/dashboard');
  await page.keyboard.press('Control+k');
  letScriptsCome();
  await expect(page.getByRole('dialog')).toBeVisible();
});
