import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { actIn } from '@/testing/screens/pages/keys';
import {
  confirmation,
  createOnPage,
  makeKeys,
  openSettings,
  rows,
  said,
  section,
  signInPerson,
  title,
} from '@/testing/screens/pages/my-keys-page';
import { press } from '@/testing/screens/press';

const newer = section.getByRole('button', { name: 'Previous' });
const older = section.getByRole('button', { name: 'Next' });

test('a line of success goes when another page of the list is shown', async () => {
  await signInPerson();
  await makeKeys(22);
  await openSettings();
  await actIn(rows.first(), 'Delete');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(said('API key deleted.')).toBeVisible();
  await older.click();
  await expect.element(said('Keys 21 to 21')).toBeVisible();
  await expect.element(said('API key deleted.')).not.toBeInTheDocument();
});

test('the list comes in pages of twenty, turned by keyboard with the focus kept', async () => {
  await signInPerson();
  await makeKeys(45);
  const { myApiKeys } = await ask<{ myApiKeys: { hint: string }[] }>('{ myApiKeys { hint } }');
  const hints = myApiKeys.map(({ hint }) => hint);
  expect(hints).toHaveLength(45);
  const shown = () =>
    rows
      .css('th .font-mono')
      .elements()
      .map((element) => (element as HTMLElement).innerText);
  await openSettings();

  await expect.element(said('Keys 1 to 20, newest first')).toBeVisible();
  expect(shown()).toEqual(hints.slice(0, 20));
  await expect.element(newer).toBeDisabled();
  await press(older, '{Enter}');
  await expect.element(said('Keys 21 to 40, newest first')).toBeVisible();
  expect(shown()).toEqual(hints.slice(20, 40));
  await userEvent.keyboard('{Enter}');
  await expect.element(said('Keys 41 to 45, newest first')).toBeVisible();
  expect(location.search).toMatch(/^\?page=3&after=key_/);
  expect(shown()).toEqual(hints.slice(40));
  await expect.element(older).toHaveFocus();
  await expect.element(older).toBeDisabled();
  await expectAccessible();
  await newer.click();
  await expect.element(said('Keys 21 to 40, newest first')).toBeVisible();

  // A new key is on the first page: the list goes there.
  await createOnPage('The newest');
  await expect.element(said('Keys 1 to 20, newest first')).toBeVisible();
  await expect.element(rows.first()).toMatchTextContent('The newest');
});

test('the list steps back from a page whose last key is deleted', async () => {
  await signInPerson();
  await makeKeys(21);
  await openSettings();
  await older.click();
  await expect.element(said('Keys 21 to 21, newest first')).toBeVisible();
  await actIn(rows, 'Delete');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(said('20 keys, newest first')).toBeVisible();
  await expect.element(rows).toHaveLength(20);
  await expect.element(title).toHaveFocus();
  await expect.element(older).not.toBeInTheDocument();
});

test('a page whose cursor was deleted elsewhere leads back to the newest', async () => {
  await signInPerson();
  await makeKeys(22);
  const { myApiKeys } = await ask<{ myApiKeys: { id: string }[] }>('{ myApiKeys { id } }');
  await openSettings();
  await expect.element(rows).toHaveLength(20);
  await ask('mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: myApiKeys[19]?.id });
  await older.click();
  await expect.element(said('Keys 1 to 20, newest first')).toBeVisible();
  await expect.element(rows).toHaveLength(20);
});
