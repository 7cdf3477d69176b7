import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { changeAsAnotherAdmin, openPlan, stale } from '@/testing/screens/pages/account-page';
import { press } from '@/testing/screens/press';

const failed = "The plan couldn't be changed. Try again.";
const logged = /The plan couldn't be changed/;

for (const { name, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', handle: refuse('Not now.'), text: 'Not now.' },
]) {
  test(`if ${name}, the dialog says that the plan wasn't changed, and it can be chosen again`, async () => {
    expectConsole(logged);
    const { open, choice, alert, outcome, dialog } = await openPlan();
    const recover = interceptOperation('ChangeAccount', handle);
    await open.click();
    await expect.element(choice('Starter')).toBeVisible();
    await press(choice('Starter'), '{Enter}');
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(choice('Starter')).toHaveFocus();
    await expectAccessible();
    recover();
    await press(choice('Starter'), '{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(outcome).toHaveTextContent('Switched from Pro to Starter.');
  });
}

test('a plan that another admin has chosen since then is named, in the dialog and at Undo', async () => {
  expectConsole(logged);
  const { accountId, open, choice, alert, dialog, outcome, undo, section } = await openPlan();
  await open.click();
  await expect.element(choice('Enterprise')).toBeVisible();
  await changeAsAnotherAdmin(accountId, { account_plan_id: 'plan_basic' });
  await choice('Enterprise').click();
  await expect.element(alert).toHaveTextContent(`${stale} Meanwhile Plan became Basic.`);
  await expect.element(dialog.css('[aria-current=true]')).toMatchTextContent('Basic');
  await choice('Enterprise').click();
  await expect.element(outcome).toHaveTextContent('Switched from Basic to Enterprise.');
  await changeAsAnotherAdmin(accountId, { account_plan_id: 'plan_pro' });
  await undo.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent(`${stale} Meanwhile Plan became Pro.`);
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(section).toMatchTextContent('$99 per month');
});

test("if the plans don't load, the dialog says so, and trying again keeps the focus", async () => {
  expectConsole(/The plans couldn't be loaded/);
  const { open, dialog, alert, choice } = await openPlan();
  const recover = interceptOperation('PlanChoices', refuse('no'));
  await open.click();
  await expect.element(alert).toHaveTextContent("The plans couldn't be loaded.");
  await expectAccessible();
  recover();
  await press(dialog.getByRole('button', { name: 'Try again' }), '{Enter}');
  await expect.element(choice('Basic')).toBeVisible();
  await userEvent.tab();
  await expect.element(choice('Basic')).toHaveFocus();
});
