import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { changeResponse, holdOperation, interceptOperation } from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openPlan } from '@/testing/screens/pages/account-page';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { focus, press } from '@/testing/screens/press';

interface ChoicesData {
  listAccountPlans: { plan_name: string }[];
  accountDashboardStats: {
    projectedExecutions: number;
    storedBytes: number;
    planChoices: {
      plan: { id: string };
      total: number;
      maxWorkflows: number | null;
      limitedExecutions: number;
    }[];
  };
}

/** Responds with numbers that differ from the server's. */
const changeChoices = (change: (data: ChoicesData) => void) =>
  interceptOperation('PlanChoices', changeResponse(change));

test('the section says the plan, its price and what it includes', async () => {
  const { section } = await openPlan();
  await expect.element(section).toMatchTextContent('Pro');
  await expect.element(section.getByText('$99 per month', { exact: true })).toBeVisible();
  await expect.element(section.getByText('100,000 executions a month, then $0.008 each')).toBeVisible();
  await expect.element(section.getByText('20 GiB of storage for jobs')).toBeVisible();
});

test('every plan says its price, what it includes and what it means for the account; the present one is marked', async () => {
  changeChoices((data) => {
    Object.assign(data.accountDashboardStats, { projectedExecutions: 16_200, storedBytes: 300 * 1024 ** 2 });
    for (const choice of data.accountDashboardStats.planChoices) {
      choice.limitedExecutions = 12_400;
      if (choice.plan.id === 'plan_basic') Object.assign(choice, { total: 49.5, maxWorkflows: 10_000 });
      if (choice.plan.id === 'plan_starter') Object.assign(choice, { total: 64, maxWorkflows: 55_000 });
    }
  });
  const { open, dialog, card } = await openPlan();
  await open.click();
  await expect.element(dialog.getByText('Each month is billed by the days of each plan')).toBeVisible();
  await expect.element(dialog.getByRole('listitem')).toHaveLength(4);
  for (const [name, texts] of Object.entries({
    Basic: [
      '$0 per month',
      '1,000 executions a month, refused over the limit',
      'This month so far: $49.50, with 12,400 of 10,000 executions used.',
      '256 MiB of storage for jobs',
      'Refuses work for the rest of this month.',
      'Refuses new jobs until jobs are deleted or expire; they take 300 MiB now.',
      'In 30 days, deletes audit events older than 90 days.',
    ],
    Starter: [
      '$29 per month',
      '10,000 executions a month, then $0.01 each',
      'This month so far: $64, with 12,400 of 55,000 executions used.',
    ],
    Pro: ['$99 per month', 'Current', 'This month so far: $99, with 12,400 of 100,000 executions used.'],
    Enterprise: ['$499 per month', 'Unlimited executions'],
  })) {
    for (const text of texts) await expect.element(card(name)).toMatchTextContent(text);
  }
  await expect.element(card('Enterprise')).not.toMatchTextContent(/Refuses|deletes/);
  const current = dialog.css('[aria-current=true]');
  await expect.element(current).toHaveLength(1);
  await expect.element(current).toMatchTextContent('Pro');
  await expect.element(current.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
});

test('pressing a plan switches to it; Undo switches back; all by keyboard', async () => {
  const { open, dialog, choice, outcome, undo, section } = await openPlan();
  focus(open);
  await userEvent.keyboard('{Enter}');
  await expect.element(choice('Basic')).toBeVisible();
  await userEvent.tab();
  await expect.element(choice('Basic')).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(outcome).toHaveTextContent('Switched from Pro to Starter.');
  await expect.element(section.getByText('$29 per month', { exact: true })).toBeVisible();
  await expect.element(open).toHaveFocus();
  await expectAccessible();
  await press(undo, '{Enter}');
  await expect.element(outcome).toHaveTextContent('Undone: the account is on Pro again.');
  await expect.element(section.getByText('$99 per month', { exact: true })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Subscription Plan' })).toHaveFocus();
});

test('Close and Escape leave the plan as it is, with the focus back on Change Plan', async () => {
  const { open, dialog, section } = await openPlan();
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => userEvent.keyboard('{Escape}'),
  ]) {
    await open.click();
    await expect.element(dialog.getByRole('listitem')).toHaveLength(4);
    await leave();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
  }
  await expect.element(section).toMatchTextContent('$99 per month');
});

test('while the plans load it says so, and a switch under way is sent once', async () => {
  const { open, dialog, choice, outcome } = await openPlan();
  const releasePlans = holdOperation('PlanChoices');
  await open.click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Loading plans...');
  await expect.element(dialog.css('[data-skeleton]')).toHaveLength(4);
  releasePlans();
  const release = holdOperation('ChangeAccount');
  await choice('Starter').click();
  const busy = dialog.getByRole('button', { name: 'Switching to Starter' });
  await expect.element(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click();
  await choice('Enterprise').click();
  release();
  await expect.element(outcome).toHaveTextContent('Switched from Pro to Starter.');
});

test("a current plan that is no longer offered is first, and can't be chosen again", async () => {
  changeChoices((data) => {
    data.listAccountPlans = data.listAccountPlans.filter(({ plan_name }) => plan_name !== 'Pro');
  });
  const { open, dialog, choice, outcome, undo } = await openPlan();
  await open.click();
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent('Current');
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent('Pro');
  await choice('Starter').click();
  await expect.element(outcome).toHaveTextContent('Switched from Pro to Starter.');
  await expect.element(undo).not.toBeInTheDocument();
});

test('the dialog begins at its top at 375 px, and nothing scrolls sideways', async () => {
  await resize(375, 640);
  const { open, dialog, choice } = await openPlan();
  await open.click();
  await expect.element(choice('Enterprise')).toBeInTheDocument();
  await expect.element(dialog.getByRole('heading', { name: 'Change Plan' })).toBeInViewport();
  expect(sidewaysScroll()).toBe(0);
  await expectAccessible();
});
