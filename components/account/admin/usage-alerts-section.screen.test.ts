import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { holdOperation, watchOperation } from '@/testing/screens/intercept-operation';
import { reload, resize } from '@/testing/screens/open-screen';
import { changeAsAnotherAdmin, stale } from '@/testing/screens/pages/account-page';
import { openAdmin, region, sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';
import { focus } from '@/testing/screens/press';

/** Opens the account page as the admin of an account of its own, at its alerts. */
async function openAlerts(planId?: string) {
  const own = await openOwnAccount(planId);
  await openAdmin('/account', own.admin.email);
  const section = region('Usage Alerts');
  const save = section.getByRole('button', { name: 'Save Alerts' });
  await expect.element(save).toBeVisible();
  const box = (percent: number) => section.getByRole('checkbox', { name: `${percent}%` });
  const checked = () =>
    [50, 80, 100].filter((percent) => (box(percent).element() as HTMLInputElement).checked);
  return { ...own, section, save, box, checked, status: section.getByRole('status') };
}

const chooseAsAnotherAdmin = (id: string, percents: number[]) =>
  ask(
    'mutation Other($id: ID!, $percents: [Int!]!) { updateUsageAlerts(accountId: $id, percents: $percents) { id } }',
    { id, percents },
  );

test('80% and 100% are chosen at first; a choice is saved by keyboard, with the etag, and is there again', async () => {
  const { accountId, box, checked, save, status } = await openAlerts('plan_pro');
  const sent = watchOperation('ChooseUsageAlerts');
  expect(checked()).toEqual([80, 100]);
  focus(box(50));
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Tab}{Tab} {Enter}');
  await expect.element(status).toHaveTextContent('Usage alerts saved.');
  expect(sent).toEqual([{ accountId, etag: expect.any(String), percents: [50, 80] }]);
  await reload();
  await expect.element(save).toBeVisible();
  expect(checked()).toEqual([50, 80]);
  await expectAccessible();
});

test("no alert is a choice too, and an unchanged one isn't sent", async () => {
  const { box, checked, save, status } = await openAlerts();
  const sent = watchOperation('ChooseUsageAlerts');
  await save.click();
  await expect.element(status).toHaveTextContent('Usage alerts saved.');
  expect(sent).toEqual([]);
  await box(80).click();
  await expect.element(status).toHaveTextContent('');
  await box(100).click();
  await save.click();
  await expect.element(status).toHaveTextContent('Usage alerts turned off.');
  expect(sent).toHaveLength(1);
  await reload();
  await expect.element(save).toBeVisible();
  expect(checked()).toEqual([]);
});

test("while a save is under way it says so, and isn't sent twice", async () => {
  const { box, section, status } = await openAlerts();
  const release = holdOperation('ChooseUsageAlerts');
  const sent = watchOperation('ChooseUsageAlerts');
  await box(50).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(section.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(status).toHaveTextContent('Usage alerts saved.');
  expect(sent).toHaveLength(1);
});

test("another admin's choice is named, the own choice stays, and the next save succeeds", async () => {
  expectConsole(/The usage alerts couldn't be saved/);
  const { accountId, box, checked, save, section, status } = await openAlerts();
  await chooseAsAnotherAdmin(accountId, [50]);
  await changeAsAnotherAdmin(accountId, { account_name: 'Penumbra' });
  await box(80).click();
  await save.click();
  await expect
    .element(section.getByRole('alert'))
    .toHaveTextContent(`${stale} Meanwhile Account Name became “Penumbra” and Usage Alerts became 50%.`);
  expect(checked()).toEqual([100]);
  await save.click();
  await expect.element(status).toHaveTextContent('Usage alerts saved.');
});

test('on a plan with no limit it says that there are no alerts', async () => {
  const { section, save } = await openAlerts('plan_enterprise');
  await expect
    .element(
      section.getByText(
        'Enterprise has no limit, so it has no alerts. Your choice applies on a plan with a limit.',
      ),
    )
    .toBeVisible();
  await expect.element(save).toBeVisible();
  await expectAccessible();
});

test("a choice that isn't saved is asked about before the page is left", async () => {
  const { box } = await openAlerts();
  await box(50).click();
  await page.getByRole('link', { name: 'Audit Logs' }).first().click();
  await expect.element(page.getByText("Your changes haven't been saved.")).toBeVisible();
});

test('fits every width', async () => {
  await openAlerts();
  for (const width of [320, 375, 768, 1440, 2560]) {
    await resize(width, 900);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  }
});
