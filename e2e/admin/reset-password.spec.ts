import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { demoPassword, expect, expectAccessible, requestToken, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { sidewaysScroll } from './admin-page';
import { changeMeanwhile, list, openUsers, row, said, title } from './users-page';

const button = (page: Page, email: string) =>
  row(page, email).getByRole('button', { name: `Reset password ${email}` });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Reset the password of Pat Person?' });
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Reset password' });
const banner = (page: Page, email: string) =>
  list(page).getByRole('alertdialog', { name: `Temporary password for ${email}` });

async function openWithPat(page: Page) {
  const { admin, made } = await openUsers(page, [{ first_name: 'Pat', last_name: 'Person' }]);
  const [pat] = made;
  if (!pat) throw new Error('nobody was made');
  return { admin, pat };
}

/** The code of the answer to a sign-in; null if it succeeds. */
async function signInCode(page: Page, email: string, password: string): Promise<string | null> {
  const query = `mutation SignIn($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { user { id } }
  }`;
  const response = await page.request.post('/api/graphql', {
    data: { query, variables: { email, password } },
  });
  return (await response.json()).errors?.[0].extensions.code ?? null;
}

test('a user gets a new temporary password after a question; it is shown once, and the old one and the sessions end', async ({
  page,
}) => {
  const { admin, pat } = await openWithPat(page);
  const session = await requestToken(page, pat.email);
  await expect(button(page, admin.email)).toHaveCount(0);
  await button(page, pat.email).click();
  await expect(question(page)).toHaveAccessibleDescription(
    'The old password stops working and open sessions end, at once; API keys go on working. The new one is temporary and shown to you once.',
  );
  await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(button(page, pat.email)).toBeFocused();

  await page.keyboard.press('Enter');
  await confirm(page).click();
  await expect(banner(page, pat.email).getByRole('button', { name: /^Copy/ })).toBeFocused();
  await expect(said(page, 'Password reset. 1 session has ended.')).toBeVisible();
  await expectAccessible(page);
  const password = await banner(page, pat.email).locator('code').innerText();
  expect(password).toMatch(/^\w{8}$/);
  expect(await ask(page, '{ me { id } }', {}, session)).toEqual({ me: null });
  expect(await signInCode(page, pat.email, demoPassword)).toBe('UNAUTHENTICATED');
  expect(await signInCode(page, pat.email, password)).toBeNull();

  // It is shown here only: leaving asks first.
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave this page?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await banner(page, pat.email).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(password)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
});

test('if the response is lost, the dialog says that a second try is safe; the password of that try is the one that counts', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /No answer came back/);
  const { pat } = await openWithPat(page);
  const recover = await interceptOperation(page, 'ResetUserPassword', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, pat.email).click();
  await confirm(page).click();
  await expect(question(page).getByRole('alert')).toHaveText(
    'No answer came back: the old password may have stopped working. Reset it again; the newest one counts.',
  );
  await expect(confirm(page)).toBeFocused();
  await recover();
  await page.keyboard.press('Enter');
  const password = await banner(page, pat.email).locator('code').innerText();
  expect(await signInCode(page, pat.email, password)).toBeNull();
});

test('a user whom another person has changed meanwhile keeps the password until the change was seen', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/No answer came back/);
  const { pat } = await openWithPat(page);
  await changeMeanwhile(page, pat.id, { role: 'ADMIN' });
  await button(page, pat.email).click();
  await confirm(page).click();
  await expect(question(page).getByRole('alert')).toHaveText(
    'This user has changed since you read it. Nothing was saved; look at it again.',
  );
  await expect(question(page)).toContainText('Role');
  expect(await signInCode(page, pat.email, demoPassword)).toBeNull();
  await confirm(page).click();
  await expect(banner(page, pat.email)).toBeVisible();
});

test('the row and the banner fit narrow pages', async ({ page }) => {
  const { pat } = await openWithPat(page);
  for (const width of [360, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page), `${width} px wide`).toBe(0);
    const box = list(page).getByRole('region', { name: 'Users' });
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth), `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 900 });
  await button(page, pat.email).click();
  await confirm(page).click();
  await expect(banner(page, pat.email)).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
});
