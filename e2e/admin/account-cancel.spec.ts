import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { changeMeanwhile } from './account-page';
import { openAdmin, region } from './admin-page';

const question = 'Are you sure you want to cancel your subscription?';
const failed = 'The subscription could not be canceled. Please try again.';
const logged = /The subscription could not be canceled/;
const comeBack = 'The subscription is canceled. Choose a plan to come back.';

async function openCancel(page: Page) {
  const own = await openOwnAccount('plan_pro');
  await openAdmin(page, '/account', own.admin.email);
  const section = region(page, 'Subscription Plan');
  const dialog = page.getByRole('alertdialog', { name: question });
  const open = section.getByRole('button', { name: 'Cancel Subscription' });
  await expect(open).toBeVisible();
  return {
    ...own,
    section,
    dialog,
    open,
    action: dialog.getByRole('button', { name: 'Cancel Subscription' }),
    keep: dialog.getByRole('button', { name: 'Keep' }),
    alert: dialog.getByRole('alert'),
    title: section.getByRole('heading', { name: 'Subscription Plan' }),
    status: region(page, 'Company Profile').locator('dd').last(),
    choose: section.getByRole('button', { name: 'Change Plan' }),
  };
}

test('canceling is asked with what it means, and Keep and Escape keep the subscription', async ({ page }) => {
  const { open, dialog, keep, status } = await openCancel(page);
  for (const leave of [() => keep.press('Enter'), () => page.keyboard.press('Escape')]) {
    await open.click();
    await expect(keep).toBeFocused();
    await expect(dialog).toContainText('Everything stays readable');
    await expect(dialog).toContainText('This month is still invoiced; later months are not.');
    await expect(dialog).toContainText('no new workflow starts in a canceled account');
    await expect(dialog).toContainText('To come back, choose a plan at any time.');
    await expectAccessible(page);
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  }
  await expect(status).toHaveText('Active');
});

test('a canceled subscription says so and how to come back; resuming the same plan makes it active again', async ({
  page,
}) => {
  const { section, open, action, dialog, title, status, choose } = await openCancel(page);
  await open.click();
  await action.click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByRole('status')).toHaveText('Subscription canceled.');
  await expect(section.getByText(comeBack)).toBeVisible();
  await expect(status).toHaveText('Canceled');
  await expect(open).toHaveCount(0);
  await expect(title).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(section.getByText(comeBack)).toBeVisible();
  await choose.click();
  const plans = page.getByRole('dialog', { name: 'Change Plan' });
  const resume = plans.getByRole('button', { name: 'Resume Pro' });
  await expect(resume).toBeVisible();
  await expectAccessible(page);
  await resume.click();
  await expect(section.getByRole('status')).toHaveText('Resumed Pro.');
  await expect(status).toHaveText('Active');
  await expect(section.getByText(comeBack)).toHaveCount(0);
  await expect(section.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(open).toBeVisible();
});

test('choosing another plan brings a canceled account back on it', async ({ page }) => {
  const { section, open, action, status, choose } = await openCancel(page);
  await open.click();
  await action.click();
  await expect(section.getByText(comeBack)).toBeVisible();
  await choose.click();
  await page.getByRole('button', { name: 'Switch to Starter' }).click();
  await expect(section.getByRole('status')).toHaveText('Switched from Pro to Starter.');
  await expect(status).toHaveText('Active');
  await expect(section.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

for (const { name, console, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), text: 'Not today.' },
]) {
  test(`if ${name}, nothing is canceled, the dialog says so, and it can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const { open, action, alert, status } = await openCancel(page);
    const recover = await interceptOperation(page, 'CancelSubscription', handle);
    await open.click();
    await action.click();
    await expect(alert).toHaveText(text);
    await expect(action).toBeFocused();
    await recover();
    await action.click();
    await expect(status).toHaveText('Canceled');
  });
}

test('a cancellation whose answer was lost is known to be made', async ({ page, expectedConsole }) => {
  expectedConsole.push(logged, /Failed to load resource/);
  const { open, action, dialog, status, section } = await openCancel(page);
  await interceptOperation(page, 'CancelSubscription', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await open.click();
  await action.click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByRole('status')).toHaveText('Subscription canceled.');
  await expect(status).toHaveText('Canceled');
});

test('a change by another admin is shown before the subscription is canceled', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged);
  const { accountId, open, action, alert, status } = await openCancel(page);
  await changeMeanwhile(page, accountId, { account_plan_id: 'plan_basic' });
  await open.click();
  await action.click();
  await expect(alert).toContainText('Meanwhile Plan became Basic.');
  await action.click();
  await expect(status).toHaveText('Canceled');
});

test('while it is under way the dialog stays, busy', async ({ page }) => {
  const { open, action, dialog, keep, status } = await openCancel(page);
  const release = await holdOperation(page, 'CancelSubscription');
  await open.click();
  await action.click();
  await expect(action).toHaveAttribute('aria-busy', 'true');
  await expect(keep).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(status).toHaveText('Canceled');
});
