import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import {
  banner,
  createButton,
  empty,
  nameField,
  openSettings,
  row,
  section,
  signInPerson,
} from '@/testing/screens/pages/my-keys-page';

const lost = 'The response was lost, so the key may have been created. Check the list before you try again.';
const logged = /The API key couldn't be created/;

test("a new key whose response was lost is in the list, so that it isn't made twice", async () => {
  expectConsole(logged);
  await signInPerson();
  await openSettings();
  interceptOperation('CreateMyApiKey', loseResponse);
  await nameField.fill('Ghost key');
  await createButton.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent(lost);
  await expect.element(row('Ghost key')).toBeVisible();
});

test("a new key isn't made if the server responds without one", async () => {
  expectConsole(logged);
  await signInPerson();
  await openSettings();
  interceptOperation('CreateMyApiKey', () => Response.json({ data: { createAPIKey: null } }));
  await nameField.fill('No key');
  await createButton.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent(lost);
  await expect.element(nameField).toHaveValue('No key');
});

for (const { name, handle, message } of [
  ...callFailures.map((each) => ({ ...each, message: lost })),
  { name: 'the API refuses', handle: refuse('Too many keys.'), message: 'Too many keys.' },
]) {
  test(`a new key isn't made if ${name}: the page says so, and the name stays`, async () => {
    expectConsole(logged);
    await signInPerson();
    await openSettings();
    const recover = interceptOperation('CreateMyApiKey', handle);
    await nameField.fill('Build server');
    await createButton.click();
    await expect.element(section.getByRole('alert')).toHaveTextContent(message);
    await expect.element(nameField).toHaveValue('Build server');
    await expect.element(createButton).toHaveFocus();
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(banner).toMatchTextContent('Build server');
    await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
  });
}

test('a new key is refused to a user who may only read, in the words of the server', async () => {
  expectConsole(logged);
  await signInPerson({ scopes: { read: true, write: false } });
  await openSettings();
  await expect.element(empty).toBeVisible();
  await createButton.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent("You don't have permission to do this.");
  await expect.element(empty).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});
