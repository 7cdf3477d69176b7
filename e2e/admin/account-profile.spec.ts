import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { holdOperation, interceptOperation } from '@/e2e/intercept-operation';
import { changeMeanwhile, openProfile } from './account-page';
import { sidewaysScroll } from './admin-page';

test('the profile shows name, id to copy, creation and status of the account', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { accountId, section } = await openProfile(page);
  await expect(page).toHaveTitle(/^Account Details/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Details');
  await expect(section.locator('dt')).toHaveText(['Account Name', 'Account ID', 'Created', 'Status']);
  await expect(section.locator('dd').first()).toContainText('Umbra Works');
  await expect(section.locator('dd').nth(2)).toHaveText(/^\w{3} \d+, \d{4}, \d\d:\d\d UTC.+(now|ago)$/);
  await expect(section.locator('dd').nth(3)).toHaveText('Active');
  await section.getByRole('button', { name: 'Copy account ID' }).click();
  expect(await readClipboard(page)).toBe(accountId);
  await expectAccessible(page);
});

test('a new name is saved by keyboard: the name and the etag alone are sent, the focus is back on Edit', async ({
  page,
}) => {
  const { accountId, edit, input, saved, section } = await openProfile(page);
  let sent: Record<string, unknown> = {};
  await interceptOperation(page, 'ChangeAccount', (route) => {
    sent = route.request().postDataJSON().variables;
    return route.continue();
  });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(input).toBeFocused();
  await page.keyboard.type('  Penumbra ');
  await page.keyboard.press('Enter');
  await expect(saved).toBeVisible();
  await expect(edit).toBeFocused();
  expect(sent).toEqual({ id: accountId, etag: expect.any(String), updates: { account_name: 'Penumbra' } });
  await page.reload();
  await expect(section.locator('dd').first()).toContainText('Penumbra');
});

test('Cancel and Escape restore the name, and an unchanged one is not sent', async ({ page }) => {
  const { edit, input, save, cancel, saved, section } = await openProfile(page);
  for (const leave of [() => cancel.click(), () => page.keyboard.press('Escape')]) {
    await edit.click();
    await input.fill('Never');
    await leave();
    await expect(edit).toBeFocused();
    await expect(section.locator('dd').first()).toContainText('Umbra Works');
  }
  await edit.click();
  await expect(input).toHaveValue('Umbra Works');
  await expectAccessible(page);
  await save.click();
  await expect(edit).toBeFocused();
  await expect(saved).toHaveCount(0);
});

test('an invalid name is refused next to its input and not sent', async ({ page }) => {
  const { edit, input, alert } = await openProfile(page);
  await edit.click();
  await input.fill('   ');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText('Enter an account name.');
  await expect(input).toBeFocused();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await input.fill('x');
  await expect(alert).toHaveCount(0);
});

test('while a save is under way it says so, and cannot be sent twice or left', async ({ page }) => {
  const { edit, input, section, saved } = await openProfile(page);
  const release = await holdOperation(page, 'ChangeAccount');
  await edit.click();
  await input.fill('Penumbra');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(input).toHaveValue('Penumbra');
  release();
  await expect(saved).toBeVisible();
});

test('a long name wraps at 375 px and an invalid date is a dash', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const { accountId, edit, section } = await openProfile(page);
  await changeMeanwhile(page, accountId, { account_name: 'n'.repeat(120) });
  await interceptOperation(page, 'AdminAccount', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.getAccount.createdAt = 'soon';
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(section.locator('dd').nth(2)).toHaveText('—');
  expect(await sidewaysScroll(page)).toBe(0);
  await edit.click();
  expect(await sidewaysScroll(page)).toBe(0);
});
