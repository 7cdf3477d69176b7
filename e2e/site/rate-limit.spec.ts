import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, openBlank, signIn, storedToken, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { developer, dialogOf, signInByDialog, workflows } from '@/e2e/session/session-page';

const sentence = 'Too many calls. Try again in 30 seconds.';
const limited = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { 'retry-after': '30' },
    json: { errors: [{ message: sentence, extensions: { code: 'RATE_LIMITED', retryAfter: 30 } }] },
  });
const logged = [/Failed to load resource.*429/, /The session couldn't be checked/];
const wait = (page: Page) => page.getByRole('status').filter({ hasText: sentence });
const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

for (const { path, email, shown } of [
  { path: '/dashboard/devdocs?from=mail', email: developer, shown: 'Developer Docs' },
  { path: '/dashboard/admin/users', email: 'admin@acme.test', shown: 'Users' },
])
  test(`a session check over the limit leads nobody out of ${path}: it says why, and asks again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...logged);
    await signIn(page, email);
    const recover = await interceptOperation(page, 'Me', limited);
    await page.goto(path);
    await expect(alertOf(page, sentence)).toBeVisible();
    await expect(page).toHaveURL(path);
    await expectAccessible(page);
    expect(await storedToken(page)).toBeTruthy();
    await recover();
    await tryAgain(page).click();
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
    await expect(page).toHaveURL(path);
  });

test('a known person keeps the page while the checks of a route change are over the limit', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(...logged);
  await signIn(page, developer);
  await page.goto('/dashboard');
  await expect(workflows(page)).toBeVisible();
  await interceptOperation(page, 'Me', limited);
  const refused = page.waitForResponse((response) => response.status() === 429);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await refused;
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/account');
});

test('a page whose data is over the limit says that it failed, and has it once there are calls again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource.*429/);
  await signIn(page, developer);
  const recover = await interceptOperation(page, 'DeveloperDashboard', limited);
  await page.goto('/dashboard');
  await expect(alertOf(page, 'Failed')).toHaveText('Failed to load dashboard.');
  await expect(wait(page)).toBeVisible();
  await expectAccessible(page);
  await recover();
  await tryAgain(page).click();
  await expect(workflows(page)).toBeVisible();
  await expect(wait(page)).toHaveCount(0);
});

test('lists, reports and sections over the limit say under their own failure how long to wait', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource.*429/, /couldn't be loaded/);
  await signIn(page, 'admin@acme.test');
  for (const { path, operation, failed } of [
    { path: '/admin/audit-logs', operation: 'AuditLogs', failed: 'Failed to load audit logs.' },
    { path: '/admin/usage', operation: 'UsageReport', failed: 'Failed to load usage reports.' },
    { path: '/admin/account', operation: 'AdminAccount', failed: "The account couldn't be loaded." },
    { path: '/account', operation: 'MySessions', failed: "Sessions couldn't be loaded." },
  ]) {
    await interceptOperation(page, operation, limited);
    await page.goto(`/dashboard${path}`);
    await expect(alertOf(page, failed)).toHaveText(failed);
    await expect(wait(page)).toBeVisible();
  }
});

test('signing in over the limit shows what the server says, and works once it may', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource.*429/);
  await openBlank(page);
  const recover = await interceptOperation(page, 'SignIn', limited);
  await page.goto('/dashboard');
  await expect(dialogOf(page)).toBeVisible();
  await dialogOf(page).locator('[name=email]').fill(developer);
  await dialogOf(page).locator('[name=password]').fill('switchyard-demo');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('alert')).toHaveText(sentence);
  await recover();
  await signInByDialog(page, developer);
  await expect(page).toHaveURL('/dashboard');
});
