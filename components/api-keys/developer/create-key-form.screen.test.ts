import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { holdOperation, interceptOperation, latch } from '@/testing/screens/intercept-operation';
import { rawKeyPattern } from '@/testing/screens/pages/keys';
import {
  banner,
  createButton,
  createOnPage,
  empty,
  makeKeys,
  nameField,
  openSettings,
  ownerOf,
  row,
  rows,
  section,
  shownKeys,
  signInPerson,
  warning,
} from '@/testing/screens/pages/my-keys-page';

test('a new key is shown once, works, and is in the list', async () => {
  await signInPerson();
  await openSettings();
  await expect.element(empty).toBeVisible();
  const { held, release } = latch();
  let sent: unknown;
  interceptOperation('CreateMyApiKey', async ({ variables, send }) => {
    sent = variables;
    await held;
    return send();
  });
  await nameField.fill('  Build server ');
  await createButton.click();
  await expect.element(section.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await expect.element(createButton).not.toBeInTheDocument();
  await expectAccessible();
  release();

  await expect.element(banner).toHaveAccessibleName('Your new API key: Build server');
  await expect.element(banner).toHaveAccessibleDescription(warning);
  expect(sent).toEqual({ name: 'Build server', scopes: {}, expires_at: null });
  await expect.element(createButton).toBeEnabled();
  await expect.element(nameField).toHaveValue('');
  await expect.element(row('Build server')).toMatchTextContent(/Active/);
  await expectAccessible();

  const copy = banner.getByRole('button', { name: 'Copy API key' });
  await expect.element(copy).toHaveFocus();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await userEvent.keyboard('{Enter}');
  await expect.element(banner.getByRole('status')).toHaveTextContent('Copied');
  const rawKey = written.mock.lastCall?.[0] ?? '';
  expect(rawKey).toMatch(rawKeyPattern);
  await expect.element(banner.css('code')).toHaveTextContent(rawKey);
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  expect(await ownerOf(rawKey)).toBe(me.id);

  await banner.getByRole('button', { name: 'Done' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(createButton).toHaveFocus();
  expect(document.documentElement.outerHTML).not.toContain(rawKey);
});

test('a new key is in the list, which was read once more, even if older keys were shown when its response came', async () => {
  await signInPerson();
  await makeKeys(25);
  await openSettings();
  const release = holdOperation('CreateMyApiKey');
  await nameField.fill('Late key');
  await createButton.click();
  await section.getByRole('button', { name: 'Next' }).click();
  await expect.element(section.getByText('Keys 21 to 25, newest first')).toBeVisible();
  let readings = 0;
  interceptOperation('MyApiKeys', ({ variables, send }) => {
    if (variables.after === null) readings += 1;
    return send();
  });
  release();
  await expect.element(banner).toBeVisible();
  await expect.element(row('Late key')).toBeVisible();
  await expect.element(section.getByText('Keys 1 to 20, newest first')).toBeVisible();
  expect(readings).toBe(1);
});

test('a new key needs no name', async () => {
  await signInPerson();
  await openSettings();
  await createButton.click();
  await expect.element(banner).toHaveAccessibleName('Your new API key');
  await expect.element(rows).toMatchTextContent('Unnamed key');
});

test('a new key stays until Done, next to the next one', async () => {
  await signInPerson();
  await openSettings();
  const first = await createOnPage('First key');
  const second = await createOnPage('Second key');
  expect(second).not.toBe(first);
  expect(shownKeys()).toEqual([second, first]);
  await expect.element(banner.first().getByRole('button', { name: 'Copy API key' })).toHaveFocus();
  await expectAccessible();
  await banner.first().getByRole('button', { name: 'Done' }).click();
  await expect.poll(shownKeys).toEqual([first]);
});

test('a new key is made once by a double click, and by Enter pressed twice', async () => {
  await signInPerson();
  await openSettings();
  await expect.element(empty).toBeVisible();
  let sent = 0;
  let gate = latch();
  interceptOperation('CreateMyApiKey', async ({ send }) => {
    sent += 1;
    await gate.held;
    return send();
  });
  await createButton.dblClick();
  await expect.element(section.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  gate.release();
  await expect.element(rows).toHaveLength(1);
  expect(sent).toBe(1);

  gate = latch();
  await nameField.fill('By Enter');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  await expect.element(section.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  gate.release();
  await expect.element(rows).toHaveLength(2);
  expect(sent).toBe(2);
});
