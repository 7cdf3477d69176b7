import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { holdOperation, interceptOperation } from '@/e2e/intercept-operation';
import { openPlan } from './account-page';
import { sidewaysScroll } from './admin-page';

/** Answers with other figures than the server's. */
const changeChoices = (page: Page, change: (data: ChoicesData) => void) =>
  interceptOperation(page, 'PlanChoices', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    change(json.data);
    await route.fulfill({ response, json });
  });
interface ChoicesData {
  listAccountPlans: { plan_name: string }[];
  accountDashboardStats: { currentPeriodExecutions: number };
}

test('the section says the plan, its price and what it includes', async ({ page }) => {
  const { section } = await openPlan(page);
  await expect(section).toContainText('Pro');
  await expect(section.getByText('$99 per month', { exact: true })).toBeVisible();
  await expect(section.getByText('100,000 executions a month, then $0.0080 each')).toBeVisible();
});

test('every plan says its price, what it includes and what it would change; the present one is marked', async ({
  page,
}) => {
  await changeChoices(page, (data) => {
    data.accountDashboardStats.currentPeriodExecutions = 12_400;
  });
  const { open, dialog, card } = await openPlan(page);
  await open.click();
  await expect(dialog.getByText('The change holds for the whole of this month')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  for (const [name, texts] of Object.entries({
    Basic: [
      '$0 per month',
      '1,000 executions a month, refused over the limit',
      '$99 less per month, and 99,000 fewer executions included.',
      '12,400 executions so far this month: 11,400 over the limit. More are refused for the rest of the month.',
    ],
    Starter: [
      '$29 per month',
      '10,000 executions a month, then $0.0100 each',
      '$70 less per month, and 90,000 fewer executions included.',
      '12,400 executions so far this month: $53 ($29 and $24 for 2,400 over the limit).',
    ],
    Pro: ['$99 per month', 'Current', '12,400 executions so far this month: within the limit, $99.'],
    Enterprise: ['$499 per month', 'Executions without limit', '$400 more per month, and no limit'],
  })) {
    for (const text of texts) await expect(card(name)).toContainText(text);
  }
  const current = dialog.locator('[aria-current=true]');
  await expect(current).toHaveCount(1);
  await expect(current).toContainText('Pro');
  await expect(current.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('pressing a plan switches to it; Undo switches back; all by keyboard', async ({ page }) => {
  const { open, dialog, choice, outcome, undo, section } = await openPlan(page);
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(choice('Basic')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(choice('Basic')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(outcome).toHaveText('Switched from Pro to Starter.');
  await expect(section.getByText('$29 per month', { exact: true })).toBeVisible();
  await expect(open).toBeFocused();
  await expectAccessible(page);
  await undo.press('Enter');
  await expect(outcome).toHaveText('Undone: the account is on Pro again.');
  await expect(section.getByText('$99 per month', { exact: true })).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Subscription Plan' })).toBeFocused();
});

test('Close and Escape leave the plan as it is, with the focus back on Change Plan', async ({ page }) => {
  const { open, dialog, section } = await openPlan(page);
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await open.click();
    await expect(dialog.getByRole('listitem')).toHaveCount(4);
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  }
  await expect(section).toContainText('$99 per month');
});

test('while the plans load it says so, and a switch under way is sent once', async ({ page }) => {
  const { open, dialog, choice, outcome } = await openPlan(page);
  const releasePlans = await holdOperation(page, 'PlanChoices');
  await open.click();
  await expect(dialog.getByRole('status')).toHaveText('Loading plans...');
  await expect(dialog.locator('[data-skeleton]')).toHaveCount(4);
  releasePlans();
  const release = await holdOperation(page, 'ChangeAccount');
  await choice('Starter').click();
  const busy = dialog.getByRole('button', { name: 'Switching to Starter' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click();
  await choice('Enterprise').click();
  release();
  await expect(outcome).toHaveText('Switched from Pro to Starter.');
});

test('a current plan that is no longer offered is first, and cannot be chosen again', async ({ page }) => {
  await changeChoices(page, (data) => {
    data.listAccountPlans = data.listAccountPlans.filter(({ plan_name }) => plan_name !== 'Pro');
  });
  const { open, dialog, choice, outcome, undo } = await openPlan(page);
  await open.click();
  await expect(dialog.getByRole('listitem').first()).toContainText('Current');
  await expect(dialog.getByRole('listitem').first()).toContainText('Pro');
  await choice('Starter').click();
  await expect(outcome).toHaveText('Switched from Pro to Starter.');
  await expect(undo).toHaveCount(0);
});

test('the dialog begins at its top at 375 px, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  const { open, dialog, choice } = await openPlan(page);
  await open.click();
  await expect(choice('Enterprise')).toBeAttached();
  await expect(dialog.getByRole('heading', { name: 'Change Plan' })).toBeInViewport();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectAccessible(page);
});
