import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { demoPassword } from '@/lib/config/demo';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, latch, refuse } from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { signIn } from '@/testing/screens/open-screen';
import {
  changeAsAnotherAdmin,
  openProfile,
  planOf,
  profileOf,
  stale,
} from '@/testing/screens/pages/account-page';
import { openAdmin } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';

const failed = "The account name couldn't be saved. Try again.";
const logged = /The account name couldn't be saved/;

for (const { name, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: failed })),
  { name: 'the API refuses', handle: refuse('No, thank you.'), text: 'No, thank you.' },
]) {
  test(`if ${name}, the form says that the name wasn't saved, keeps what was typed, and can send it again`, async () => {
    expectConsole(logged);
    const { edit, input, save, alert, saved } = await openProfile();
    const recover = interceptOperation('ChangeAccount', handle);
    await edit.click();
    await input.fill('Penumbra');
    await save.click();
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(input).toHaveValue('Penumbra');
    await expect.element(input).toHaveFocus();
    recover();
    await save.click();
    await expect.element(saved).toBeVisible();
  });
}

test('a name that another admin has saved since then is shown, and overwritten only once it has been seen', async () => {
  expectConsole(logged);
  const { accountId, edit, input, save, alert, saved, name } = await openProfile();
  await edit.click();
  await input.fill('Ours');
  await changeAsAnotherAdmin(accountId, { account_name: 'Theirs' });
  await save.click();
  await expect.element(alert).toHaveTextContent(`${stale} Meanwhile Account Name became “Theirs”.`);
  await expect.element(input).toHaveValue('Ours');
  await expectAccessible();
  await save.click();
  await expect.element(saved).toBeVisible();
  await expect.element(name).toMatchTextContent('Ours');
});

test('a name that is loaded under the open form is shown before a save replaces it', async () => {
  const { accountId, edit, input, save, saved, section } = await openProfile();
  const plan = planOf();
  await edit.click();
  await input.fill('Ours');
  await changeAsAnotherAdmin(accountId, { account_name: 'Theirs' });
  await plan.open.click();
  await expect.element(plan.choice('Starter')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(section.getByRole('status').filter({ hasText: 'Meanwhile' }))
    .toHaveTextContent('Meanwhile Account Name became “Theirs”.');
  await expect.element(input).toHaveValue('Ours');
  await save.click();
  await expect.element(saved).toBeVisible();
});

test("a late answer of a plan dialog that is closed doesn't put an old account back", async () => {
  const { edit, input, save, saved, name } = await openProfile();
  const plan = planOf();
  const { held, release } = latch();
  const { held: read, release: reading } = latch();
  const { held: answered, release: answer } = latch();
  interceptOperation('PlanChoices', async ({ send }) => {
    const json = await (await send()).json();
    reading();
    await held;
    answer();
    return Response.json(json);
  });
  await plan.open.click();
  await read;
  await userEvent.keyboard('{Escape}');
  await expect.element(plan.dialog).not.toBeInTheDocument();
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect.element(saved).toBeVisible();
  release();
  await answered;
  await edit.click();
  await expect.element(input).toHaveValue('Penumbra');
  await input.fill('Eclipse');
  await save.click();
  await expect.element(saved).toBeVisible();
  await expect.element(name).toMatchTextContent('Eclipse');
});

test('a save whose response was lost counts as made if the account has the name', async () => {
  expectConsole(logged);
  const { edit, input, save, saved } = await openProfile();
  interceptOperation('ChangeAccount', loseResponse);
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect.element(saved).toBeVisible();
});

test('an admin who may only read sees why nothing can be changed', async () => {
  expectConsole(logged);
  const own = await openOwnAccount();
  const email = own.admin.email.replace('admin', 'reader');
  await signIn(own.admin.email);
  await ask(
    `mutation Invite($accountId: ID!, $email: String!, $password: String!) {
      createUser(accountId: $accountId, email: $email, password: $password, role: ADMIN, scopes: { read: true }) { id }
    }`,
    { accountId: own.accountId, email, password: demoPassword },
  );
  await openAdmin('/account', email);
  const { edit, input, save, alert } = profileOf();
  await edit.click();
  await input.fill('Penumbra');
  await save.click();
  await expect.element(alert).toHaveTextContent("You don't have permission to do this.");
});
