import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, storedToken, test } from '@/e2e/fixtures';
import { countCalls } from '@/e2e/intercept-operation';

const address = '/dashboard/devdocs/api-playground';
const developer = 'dev@acme.test';

const editor = (page: Page, name: 'Query' | 'Variables, a JSON object' | 'Response') =>
  page.getByRole('textbox', { name, exact: true });
const query = (page: Page) => editor(page, 'Query');
const variables = (page: Page) => editor(page, 'Variables, a JSON object');
const response = (page: Page) => editor(page, 'Response');
const playground = (page: Page) => page.getByRole('region', { name: 'Playground', exact: true });
const runButton = (page: Page) => playground(page).getByRole('button', { name: /^Run/ });

async function open(page: Page, email = developer) {
  await signIn(page, email);
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

test("an example is loaded with the reader's own ids, and answers", async ({ page }) => {
  await open(page);
  await playground(page).getByLabel('Examples').selectOption('Daily usage');
  await expect(query(page)).toContainText('usageByUser');
  await expect(variables(page)).toContainText(/"userId": "usr_\w+"/);
  await runButton(page).click();
  await expect(response(page)).toContainText('"requestCount"');
  await expect(response(page)).not.toContainText('"errors"');
});

test('only admins are offered the calls that take an admin', async ({ page }) => {
  await open(page);
  const offered = playground(page).getByLabel('Examples').locator('option');
  await expect(offered.filter({ hasText: 'Audit log' })).toHaveCount(0);
  await signIn(page, 'admin@acme.test');
  await page.goto(address);
  await playground(page).getByLabel('Examples').selectOption('Audit log');
  await runButton(page).click();
  await expect(response(page)).toContainText('"action"');
});

test('fields are completed from the schema, and one that it lacks is marked', async ({ page }) => {
  await open(page);
  await write(page, query(page), '{ me { ');
  await page.keyboard.type('acc');
  const offer = page.getByRole('option', { name: /account_id/ });
  await expect(offer).toBeVisible();
  await offer.click();
  await expect(query(page)).toContainText('{ me { account_id');

  await write(page, query(page), '{ me { nickname } }');
  const mark = query(page).locator('.cm-lintRange-error');
  await expect(mark).toContainText('nickname');
  await mark.hover();
  await expect(page.getByText('Cannot query field "nickname" on type "User".')).toBeVisible();
});

test('variables that are not JSON are refused, and nothing is sent until they are', async ({ page }) => {
  await open(page);
  const calls = countCalls(page, 'Counted');
  await write(page, query(page), 'query Counted { me { email } }');
  await write(page, variables(page), '{ "limit": }');
  await runButton(page).click();
  const alert = playground(page).getByRole('alert');
  await expect(alert).toContainText('The variables cannot be read: Unexpected token');
  await write(page, variables(page), '[1]');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(alert).toHaveText('Variables must be a JSON object, such as {"limit": 5}.');
  expect(calls.count).toBe(0);

  await write(page, variables(page), '{}');
  await expect(alert).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(response(page)).toContainText(developer);
  expect(calls.count).toBe(1);
});

test('a second press while a call is under way sends nothing more', async ({ page }) => {
  await open(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls = countCalls(page, 'Held');
  await page.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('Held')) await held;
    await route.fallback();
  });
  await write(page, query(page), 'query Held { me { email } }');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(runButton(page)).toHaveText('Running...');
  await expect(runButton(page)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  release();
  await expect(response(page)).toContainText(developer);
  await expect(runButton(page)).toHaveText('Run');
  expect(calls.count).toBe(1);
});

test('a dead network is reported, and Try again sends once more', async ({ page, expectedConsole }) => {
  expectedConsole.push(/ERR_FAILED/);
  await open(page);
  await page.route('**/api/graphql', (route) => route.abort());
  await runButton(page).click();
  await expect(playground(page).getByRole('alert')).toHaveText(
    'The server could not be reached. Check your connection.',
  );
  await page.unroute('**/api/graphql');
  await playground(page).getByRole('button', { name: 'Try again' }).click();
  await expect(response(page)).toContainText(developer);
  await expect(playground(page).getByRole('alert')).toHaveCount(0);
});

test('a refusal is marked by its code and shown whole', async ({ page }) => {
  await open(page);
  await write(page, query(page), '{ accountOverview { totalUsers } }');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(playground(page).getByRole('status').first()).toContainText('1 error: FORBIDDEN');
  await expect(response(page)).toContainText('"code": "FORBIDDEN"');
  await expect(response(page)).toContainText('"message"');
});

test('what is written survives a reload, is not shown to someone else, and Reset drops it', async ({
  page,
}) => {
  await open(page);
  await write(page, query(page), 'query Kept { me { id } }');
  await write(page, variables(page), '{ "kept": true }');
  await page.reload();
  await expect(query(page)).toContainText('query Kept');
  await expect(variables(page)).toContainText('"kept": true');

  await open(page, 'admin@acme.test');
  await expect(query(page)).toContainText('query Me');
  await write(page, query(page), 'query Mine { me { id } }');
  await playground(page).getByRole('button', { name: 'Reset' }).click();
  await expect(query(page)).toContainText('query Me');
  await page.reload();
  await expect(query(page)).toContainText('query Me');
});

test('signOut ends the session of the page around it', async ({ page }) => {
  await open(page);
  await write(page, query(page), 'mutation Leave { signOut }');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL('/');
  expect(await storedToken(page)).toBeNull();
});

test('Escape, then Tab, leaves an editor in the order of the page', async ({ page }) => {
  await open(page);
  await query(page).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(variables(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(query(page)).toBeFocused();
});

test('the editors are fetched on this page only; without them it says so and tries again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED/);
  const scripts: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/chunks/')) scripts.push(answer.text().catch(() => ''));
  });
  const editors = async () => (await Promise.all(scripts)).filter((text) => text.includes('cm-scroller'));
  await signIn(page, developer);
  await page.goto('/dashboard/devdocs/quickstart');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await editors()).toEqual([]);

  await page.route('**/schema.graphql', (route) => route.abort());
  await page.goto(address);
  await expect(playground(page).getByRole('alert')).toHaveText('The playground could not be loaded.');
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

test('the content below does not move when the playground arrives', async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, developer);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/schema.graphql', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address);
    const below = page.getByRole('heading', { name: 'Good to know' });
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
