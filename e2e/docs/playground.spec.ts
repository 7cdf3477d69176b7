import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, storedToken, test } from '@/e2e/fixtures';

const address = '/dashboard/devdocs/api-playground';
const developer = 'dev@acme.test';

const editor = (page: Page, name: 'Query' | 'Response') => page.getByRole('textbox', { name, exact: true });
const query = (page: Page) => editor(page, 'Query');
const response = (page: Page) => editor(page, 'Response');
const playground = (page: Page) => page.getByRole('region', { name: 'Playground', exact: true });
const runButton = (page: Page) => playground(page).getByRole('button', { name: /^Run/ });

async function open(page: Page) {
  await signIn(page, developer);
  await page.goto(address);
  await expect(query(page)).toBeVisible();
}

/** Writes into an editor in place of what is there; past the brackets that it would close by itself. */
async function write(page: Page, into: ReturnType<typeof editor>, text: string) {
  await into.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

test('runs as the reader with nothing to paste, by button and by keyboard, and never shows the token', async ({
  page,
}) => {
  await open(page);
  await expect(playground(page)).toContainText(`As ${developer}`);
  await runButton(page).click();
  await expect(response(page)).toContainText(`"email": "${developer}"`);
  await expect(playground(page).getByRole('status').first()).toHaveText(/^200 · [\d,]+ ms · \d+ B$/);
  expect(await page.content()).not.toContain(await storedToken(page));

  await write(page, query(page), '{ me { role } }');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(response(page)).toContainText('"role": "DEVELOPER"');
  await expect(response(page)).not.toContainText('"email"');
});

test('the editors are fetched on this page only; without them it says so and tries again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED/);
  const scripts: Promise<string>[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/chunks/')) return;
    const text = request.response().then((response) => response?.text() ?? '');
    scripts.push(text.catch(() => ''));
  });
  const editors = async () => (await Promise.all(scripts)).filter((text) => text.includes('cm-scroller'));
  await signIn(page, developer);
  await page.goto('/dashboard/devdocs/quickstart');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The page's own requests have been sent by then.
  await page.getByRole('button', { name: 'Search docs' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  expect(await editors()).toEqual([]);

  await page.route('**/schema.graphql', (route) => route.abort());
  await page.goto(address);
  await expect(playground(page).getByRole('alert')).toHaveText("The playground couldn't be loaded.");
  await page.unroute('**/schema.graphql');
  await playground(page).getByRole('button', { name: 'Try again' }).click();
  await expect(query(page)).toBeVisible();
  expect(await editors()).not.toEqual([]);
});

for (const width of [360, 768, 1440])
  test(`is accessible at ${width} px, and nothing is wider than the page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    await runButton(page).click();
    await expect(response(page)).toContainText(developer);
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const box = await response(page).boundingBox();
    expect(box?.width).toBeGreaterThan(280);
  });

test("the content below doesn't move when the playground arrives", async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, developer);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/schema.graphql', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(address);
    const below = page.getByRole('heading', { name: 'Notes' });
    await expect(playground(page).getByText('Loading the playground...')).toBeAttached();
    const before = (await below.boundingBox())?.y ?? 0;
    release();
    await expect(query(page)).toBeVisible();
    const after = (await below.boundingBox())?.y ?? 0;
    expect(Math.abs(after - before), `at ${width} px`).toBeLessThanOrEqual(8);
    await page.unroute('**/schema.graphql');
  }
});

test('signed-out visitors are led to signing in', async ({ page }) => {
  await page.goto(address);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toBeVisible();
});
