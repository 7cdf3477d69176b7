import { ask } from '@/e2e/ask';
import { demoPassword, expect, expectAccessible, requestToken, test } from '@/e2e/fixtures';
import { callFailures, callOf, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { changeMeanwhile, openProfile, planOf, profileOf, stale } from './account-page';
import { openAdmin } from './admin-page';

const failed = 'The account name could not be saved. Please try again.';
const logged = /The account name could not be saved/;

for (const { name, console, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', console: [], handle: refuse('No, thank you.'), text: 'No, thank you.' },
]) {
  test(`if ${name}, the form says that the name was not saved, keeps what was typed, and can send it again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const { edit, input, save, alert, saved } = await openProfile(page);
    const recover = await interceptOperation(page, 'ChangeAccount', handle);
    await edit.click();
    await input.fill('Penumbra');
    await save.click();
    await expect(alert).toHaveText(text);
    await expect(input).toHaveValue('Penumbra');
    await expect(input).toBeFocused();
    await recover();
    await save.click();
    await expect(saved).toBeVisible();
  });
}

test('a name that another admin saved meanwhile is shown, and overwritten only once it has been seen', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged);
  const { accountId, edit, input, save, alert, saved, section } = await openProfile(page);
  await edit.click();
  await input.fill('Ours');
  await changeMeanwhile(page, accountId, { account_name: 'Theirs' });
  await save.click();
  await expect(alert).toHaveText(`${stale} Meanwhile Account Name became “Theirs”.`);
  await expect(input).toHaveValue('Ours');
  await expectAccessible(page);
  await save.click();
  await expect(saved).toBeVisible();
  await expect(section.locator('dd').first()).toContainText('Ours');
});

test('a name that is loaded under the open form is shown before a save replaces it', async ({ page }) => {
  const { accountId, edit, input, save, saved, section } = await openProfile(page);
  const plan = planOf(page);
  await edit.click();
  await input.fill('Ours');
  await changeMeanwhile(page, accountId, { account_name: 'Theirs' });
  await plan.open.click();
  await expect(plan.choice('Starter')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(section.getByRole('status').filter({ hasText: 'Meanwhile' })).toHaveText(
    'Meanwhile Account Name became “Theirs”.',
  );
  await expect(input).toHaveValue('Ours');
  await save.click();
  await expect(saved).toBeVisible();
});

test('a late answer of a plan dialog that is closed does not put an old account back', async ({ page }) => {
  const { edit, input, save, saved, section } = await openProfile(page);
  const plan = planOf(page);
  const { held, release } = latch();
  const { held: read, release: reading } = latch();
  await interceptOperation(page, 'PlanChoices', async (route) => {
    const response = await route.fetch();
    reading();
    await held;
    await route.fulfill({ response });
  });
  const asked = callOf(page, 'PlanChoices');
  await plan.open.click();
  const request = await asked;
  await read;
  await page.keyboard.press('Escape');
  await expect(plan.dialog).toHaveCount(0);
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect(saved).toBeVisible();
  release();
  await (await request.response())?.finished();
  await edit.click();
  await expect(input).toHaveValue('Penumbra');
  await input.fill('Eclipse');
  await save.click();
  await expect(saved).toBeVisible();
  await expect(section.locator('dd').first()).toContainText('Eclipse');
});

test('a save whose response was lost counts as made if the account has the name', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(logged, /Failed to load resource/);
  const { edit, input, save, saved } = await openProfile(page);
  await interceptOperation(page, 'ChangeAccount', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect(saved).toBeVisible();
});

test('an admin who may only read sees why nothing can be changed', async ({ page, expectedConsole }) => {
  expectedConsole.push(logged);
  const own = await openOwnAccount();
  const email = own.admin.email.replace('admin', 'reader');
  await ask(
    page,
    `mutation Invite($accountId: ID!, $email: String!, $password: String!) {
      createUser(accountId: $accountId, email: $email, password: $password, role: ADMIN, scopes: { read: true }) { id }
    }`,
    { accountId: own.accountId, email, password: demoPassword },
    await requestToken(page, own.admin.email),
  );
  await openAdmin(page, '/account', email);
  const { edit, input, save, alert } = profileOf(page);
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect(alert).toHaveText('You do not have permission to do this.');
});
