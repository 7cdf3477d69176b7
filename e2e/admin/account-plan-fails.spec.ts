import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { changeMeanwhile, openPlan, stale } from './account-page';

const failed = 'The plan could not be changed. Please try again.';
const logged = /The plan could not be changed/;

for (const { name, console, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', console: [], handle: refuse('Not now.'), text: 'Not now.' },
]) {
  test(`if ${name}, the dialog says that the plan was not changed, and it can be chosen again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const { open, choice, alert, outcome, dialog } = await openPlan(page);
    const recover = await interceptOperation(page, 'ChangeAccount', handle);
    await open.click();
    await choice('Starter').press('Enter');
    await expect(alert).toHaveText(text);
    await expect(choice('Starter')).toBeFocused();
    await expectAccessible(page);
    await recover();
    await choice('Starter').press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(outcome).toHaveText('Switched from Pro to Starter.');
  });
}

test('a plan that another admin chose meanwhile is named, in the dialog and at Undo', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged);
  const { accountId, open, choice, alert, dialog, outcome, undo, section } = await openPlan(page);
  await open.click();
  await expect(choice('Enterprise')).toBeVisible();
  await changeMeanwhile(page, accountId, { account_plan_id: 'plan_basic' });
  await choice('Enterprise').click();
  await expect(alert).toHaveText(`${stale} Meanwhile Plan became Basic.`);
  await expect(dialog.locator('[aria-current=true]')).toContainText('Basic');
  await choice('Enterprise').click();
  await expect(outcome).toHaveText('Switched from Basic to Enterprise.');
  await changeMeanwhile(page, accountId, { account_plan_id: 'plan_pro' });
  await undo.click();
  await expect(section.getByRole('alert')).toHaveText(`${stale} Meanwhile Plan became Pro.`);
  await expect(undo).toHaveCount(0);
  await expect(section).toContainText('$99 per month');
});

test('if the plans do not load, the dialog says so, and trying again keeps the focus', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The plans could not be loaded/);
  const { open, dialog, alert, choice } = await openPlan(page);
  const recover = await interceptOperation(page, 'PlanChoices', refuse('no'));
  await open.click();
  await expect(alert).toHaveText('The plans could not be loaded.');
  await expectAccessible(page);
  await recover();
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(choice('Basic')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(choice('Basic')).toBeFocused();
});
