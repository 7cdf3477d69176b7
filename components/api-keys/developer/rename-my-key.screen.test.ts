import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { actIn, menuIn } from '@/testing/screens/pages/keys';
import { makeKey, openSettings, row, rows, said, signInPerson } from '@/testing/screens/pages/my-keys-page';

const dialog = page.getByRole('dialog', { name: 'Rename API Key' });
const name = dialog.css('[name=name]');
const save = dialog.getByRole('button', { name: 'Save' });

async function openRobot() {
  await signInPerson();
  const key = await makeKey('Robot');
  await openSettings();
  return key;
}

test('a key is renamed from its menu by keyboard, and an empty name removes it', async () => {
  const { apiKey } = await openRobot();
  const menu = menuIn(row('Robot'));
  await expect.element(menu).toHaveAccessibleName(`More actions for Robot ${apiKey.hint}`);
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{End}');
  await expect.element(items.last()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(items).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard('{Enter}r');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveValue('Robot');
  await expectAccessible();
  await name.fill('Build server');
  await userEvent.keyboard('{Enter}');
  await expect.element(said('API key renamed.')).toBeVisible();
  await expect.element(row('Build server')).toBeVisible();
  await expect.element(menuIn(row('Build server'))).toHaveFocus();

  await actIn(row('Build server'), 'Rename');
  await name.fill('');
  await save.click();
  await expect.element(rows).toMatchTextContent('Unnamed key');
});

test('a menu closes on a press elsewhere, and fits the narrowest window', async () => {
  await openRobot();
  await resize(320, 600);
  await menuIn(row('Robot')).click();
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeInViewport({ ratio: 1 });
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
  await menuIn(row('Robot')).click();
  await expect.element(menu).not.toBeInTheDocument();
  await menuIn(row('Robot')).click();
  await expect.element(menu).toBeVisible();
  await page.getByRole('heading', { name: 'API Keys', exact: true }).click();
  await expect.element(menu).not.toBeInTheDocument();
});

test("a name that another session has given since then isn't overwritten unseen", async () => {
  expectConsole(/The API key couldn't be renamed/);
  const { apiKey } = await openRobot();
  await actIn(row('Robot'), 'Rename');
  await ask('mutation Name($id: ID!) { renameAPIKey(id: $id, name: "Theirs") { id } }', { id: apiKey.id });
  await name.fill('Mine');
  await save.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This API key has changed since you read it.');
  await expect.element(dialog).toMatchTextContent('Theirs');
  await expect.element(name).toHaveValue('Mine');
  await save.click();
  await expect.element(row('Mine')).toBeVisible();
});

for (const { name: failing, handle, message } of [
  ...callFailures.map((each) => ({
    ...each,
    message: "The API key couldn't be renamed. Try again.",
  })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${failing}, the new name stays, and is saved when tried again`, async () => {
    expectConsole(/The API key couldn't be renamed/);
    await openRobot();
    await actIn(row('Robot'), 'Rename');
    await name.fill('Build server');
    const recover = interceptOperation('RenameKey', handle);
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
    await expectAccessible();
    recover();
    await save.click();
    await expect.element(row('Build server')).toBeVisible();
  });
}
