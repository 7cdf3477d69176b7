import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { reload } from '@/testing/screens/open-screen';
import { changeAsAnotherAdmin } from '@/testing/screens/pages/account-page';
import { openAdmin, region } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

const question = 'Are you sure you want to cancel your subscription?';
const failed = "The subscription couldn't be canceled. Try again.";
const logged = /The subscription couldn't be canceled/;
const comeBack = 'The subscription is canceled. Choose a plan to come back.';

async function openCancel() {
  const own = await openOwnAccount('plan_pro');
  await openAdmin('/account', own.admin.email);
  const section = region('Subscription Plan');
  const dialog = page.getByRole('alertdialog', { name: question });
  const open = section.getByRole('button', { name: 'Cancel Subscription' });
  await expect.element(open).toBeVisible();
  return {
    ...own,
    section,
    dialog,
    open,
    action: dialog.getByRole('button', { name: 'Cancel Subscription' }),
    keep: dialog.getByRole('button', { name: 'Keep' }),
    alert: dialog.getByRole('alert'),
    title: section.getByRole('heading', { name: 'Subscription Plan' }),
    status: region('Company Profile').css('dd').last(),
    choose: section.getByRole('button', { name: 'Change Plan' }),
  };
}

test('canceling is asked with what it means, and Keep and Escape keep the subscription', async () => {
  const { open, dialog, keep, status } = await openCancel();
  for (const leave of [() => press(keep, '{Enter}'), () => userEvent.keyboard('{Escape}')]) {
    await open.click();
    await expect.element(keep).toHaveFocus();
    await expect.element(dialog).toMatchTextContent('Everything stays readable');
    await expect.element(dialog).toMatchTextContent("Today is still charged; later days aren't.");
    await expect.element(dialog).toMatchTextContent('no new workflow starts in a canceled account');
    await expect.element(dialog).toMatchTextContent('To come back, choose a plan at any time.');
    await expectAccessible();
    await leave();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
  }
  await expect.element(status).toHaveTextContent('Active');
});

test('a canceled subscription says so and how to come back; resuming the same plan makes it active again', async () => {
  const { section, open, action, dialog, title, status, choose } = await openCancel();
  await open.click();
  await action.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(section.getByRole('status')).toHaveTextContent('Subscription canceled.');
  await expect.element(section.getByText(comeBack)).toBeVisible();
  await expect.element(status).toHaveTextContent('Canceled');
  await expect.element(open).not.toBeInTheDocument();
  await expect.element(title).toHaveFocus();
  await expectAccessible();
  await reload();
  await expect.element(section.getByText(comeBack)).toBeVisible();
  await choose.click();
  const plans = page.getByRole('dialog', { name: 'Change Plan' });
  const resume = plans.getByRole('button', { name: 'Resume Pro' });
  await expect.element(resume).toBeVisible();
  await expectAccessible();
  await resume.click();
  await expect.element(section.getByRole('status')).toHaveTextContent('Resumed Pro.');
  await expect.element(status).toHaveTextContent('Active');
  await expect.element(section.getByText(comeBack)).not.toBeInTheDocument();
  await expect.element(section.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.element(open).toBeVisible();
});

test('choosing another plan brings a canceled account back on it', async () => {
  const { section, open, action, status, choose } = await openCancel();
  await open.click();
  await action.click();
  await expect.element(section.getByText(comeBack)).toBeVisible();
  await choose.click();
  await page.getByRole('button', { name: 'Switch to Starter' }).click();
  await expect.element(section.getByRole('status')).toHaveTextContent('Switched from Pro to Starter.');
  await expect.element(status).toHaveTextContent('Active');
  await expect.element(section.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

for (const { name, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', handle: refuse('Not today.'), text: 'Not today.' },
]) {
  test(`if ${name}, nothing is canceled, the dialog says so, and it can be tried again`, async () => {
    expectConsole(logged);
    const { open, action, alert, status } = await openCancel();
    const recover = interceptOperation('CancelSubscription', handle);
    await open.click();
    await action.click();
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(action).toHaveFocus();
    recover();
    await action.click();
    await expect.element(status).toHaveTextContent('Canceled');
  });
}

test('a cancellation whose response was lost counts as made', async () => {
  expectConsole(logged);
  const { open, action, dialog, status, section } = await openCancel();
  interceptOperation('CancelSubscription', loseResponse);
  await open.click();
  await action.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(section.getByRole('status')).toHaveTextContent('Subscription canceled.');
  await expect.element(status).toHaveTextContent('Canceled');
});

test('a change by another admin is shown before the subscription is canceled', async () => {
  expectConsole(logged);
  const { accountId, open, action, alert, status } = await openCancel();
  await changeAsAnotherAdmin(accountId, { account_plan_id: 'plan_basic' });
  await open.click();
  await action.click();
  await expect.element(alert).toMatchTextContent('Meanwhile Plan became Basic.');
  await action.click();
  await expect.element(status).toHaveTextContent('Canceled');
});

test('while it is under way the dialog stays, busy', async () => {
  const { open, action, dialog, keep, status } = await openCancel();
  const release = holdOperation('CancelSubscription');
  await open.click();
  await action.click();
  await expect.element(action).toHaveAttribute('aria-busy', 'true');
  await expect.element(keep).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  release();
  await expect.element(status).toHaveTextContent('Canceled');
});
