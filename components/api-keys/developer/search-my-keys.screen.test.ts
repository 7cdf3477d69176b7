import { expect, test } from 'vitest';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { reload, resize } from '@/testing/screens/open-screen';
import { textsOf } from '@/testing/screens/pages/admin-page';
import { utcDay } from '@/testing/screens/pages/keys';
import {
  empty,
  makeKey,
  openSettings,
  ownerOf,
  rows,
  said,
  section,
  signInPerson,
  title,
} from '@/testing/screens/pages/my-keys-page';
import { press } from '@/testing/screens/press';

const search = section.css('[name=search]');
const sort = section.css('select[name=sort]');
const names = () => textsOf(rows.getByRole('rowheader').css('bdi'));
const header = (name: string) => section.getByRole('columnheader', { name }).getByRole('button');

test('keys are searched by name and last characters, in the address, and Back undoes it', async () => {
  await signInPerson();
  await makeKey('Émile’s laptop');
  const { apiKey, rawKey } = await makeKey('Build server');
  await openSettings();
  await expect.element(rows).toHaveLength(2);
  await search.fill('emile');
  await expect.poll(names).toEqual(['Émile’s laptop']);
  await expect.poll(() => location.search).toBe('?search=emile');
  await search.fill(apiKey.hint.slice(-4));
  await expect.poll(names).toContain('Build server');
  await reload();
  await expect.poll(names).toContain('Build server');
  await search.fill('no such key');
  await expect.element(empty).toBeVisible();
  await expect.element(section.getByText('None of your keys match this search.')).toBeVisible();
  await expectAccessible();
  await section.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(rows).toHaveLength(2);
  await expect.element(title).toHaveFocus();
  history.back();
  await expect.element(empty).toBeVisible();
  // A secret that is pasted finds its key, and doesn't stay in the address.
  await search.fill(rawKey);
  await expect.poll(names).toEqual(['Build server']);
  expect(location.search).not.toContain(rawKey.slice(8, 40));
  await expect.element(search).toHaveValue(apiKey.hint);
});

test('keys are sorted by name, creation, last use and expiry, by the heads or, on a phone, a select', async () => {
  await signInPerson();
  await makeKey('Beta', utcDay(30));
  const used = await makeKey('alpha', utcDay(60));
  await makeKey('Gamma');
  await ownerOf(used.rawKey);
  await resize(1440, 900);
  await openSettings();
  await expect.poll(names).toEqual(['Gamma', 'alpha', 'Beta']);
  await expect.element(said('3 keys, newest first')).toBeVisible();
  await press(header('Key'), '{Enter}');
  await expect.poll(names).toEqual(['alpha', 'Beta', 'Gamma']);
  await expect.poll(() => location.search).toBe('?sort=name');
  await expect.element(said('3 keys')).toBeVisible();
  await header('Expires').click();
  await expect.poll(names).toEqual(['Beta', 'alpha', 'Gamma']);
  await resize(375, 800);
  await sort.selectOptions('Last used first');
  await expect.poll(() => names()[0]).toBe('alpha');
  await sort.selectOptions('Oldest first');
  await expect.poll(names).toEqual(['Beta', 'alpha', 'Gamma']);
  await expect.element(said('3 keys, oldest first')).toBeVisible();
  await expectAccessible();
  expect((await ask<{ myApiKeys: object[] }>('{ myApiKeys { id } }')).myApiKeys).toHaveLength(3);
});
