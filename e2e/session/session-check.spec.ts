import { expect, signIn, storedToken, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { account, developer, dialogOf, expectLedOut } from './session-page';

test('a check that fails leaves the page, keeps the token, and returns once there is a response', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The session couldn't be checked/);
  await signIn(page, developer);
  const recover = await interceptOperation(page, 'Me', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/dashboard/devdocs?from=mail');
  await expectLedOut(page);
  expect(await storedToken(page)).toBeTruthy();
  await recover();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL('/dashboard/devdocs?from=mail');
  await expect(account(page)).toContainText('DEVELOPER');
  await expect(dialogOf(page)).toHaveCount(0);
});
