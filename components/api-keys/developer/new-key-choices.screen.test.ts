import { expect, test } from 'vitest';
import { formatDate } from '@/lib/format/date';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { watchOperation } from '@/testing/screens/intercept-operation';
import { resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { utcDay } from '@/testing/screens/pages/keys';
import {
  banner,
  createButton,
  nameField,
  openSettings,
  row,
  section,
  signInPerson,
} from '@/testing/screens/pages/my-keys-page';
import { openOwnAccount } from '@/testing/screens/people';

const scope = (name: string) => section.css(`[name=${name}]`);
const scopes = section.getByRole('group', { name: 'Scopes' });
const expiry = section.css('select[name=expiry]');
const day = section.css('[name=expires_at]');

test('a developer chooses fewer scopes and an expiry; the next key has the defaults again', async () => {
  await signInPerson();
  await openSettings();
  const sent = watchOperation('CreateMyApiKey');
  expect(textsOf(scopes.css('label'))).toEqual(['Read', 'Write']);
  await nameField.fill('Reader');
  await scope('write').click();
  await expiry.selectOptions('90');
  await expectAccessible();
  await createButton.click();
  await expect.element(banner).toBeVisible();
  expect(sent[0]).toEqual({ name: 'Reader', scopes: { read: true }, expires_at: utcDay(90) });
  await expect.element(row('Reader')).toMatchTextContent(formatDate(utcDay(90)));
  const { myApiKeys } = await ask<{ myApiKeys: object[] }>('{ myApiKeys { scopes { read write admin } } }');
  expect(myApiKeys).toEqual([{ scopes: { read: true, write: false, admin: false } }]);

  await expect.element(scope('write')).toBeChecked();
  await expect.element(expiry).toHaveValue('');
  await createButton.click();
  await expect.element(banner).toHaveLength(2);
  expect(sent[1]).toEqual({ name: null, scopes: {}, expires_at: null });
});

test('no scope at all, and a date that is incomplete or past, are refused before anything is sent', async () => {
  await signInPerson();
  await openSettings();
  const sent = watchOperation('CreateMyApiKey');
  await scope('read').click();
  await scope('write').click();
  await createButton.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent('Choose at least one scope.');
  await scope('read').click();
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
  await expiry.selectOptions('Custom date');
  await createButton.click();
  await expect.element(day).toHaveAccessibleDescription('Enter a complete date.');
  await expectAccessible();
  await day.fill(utcDay(-1));
  await createButton.click();
  await expect.element(day).toHaveAccessibleDescription('Choose today or a later day.');
  expect(sent).toEqual([]);
  await day.fill(utcDay(7));
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 900);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  }
  await createButton.click();
  await expect.element(banner).toBeVisible();
  expect(sent).toEqual([{ name: null, scopes: { read: true }, expires_at: utcDay(7) }]);
});

test('an admin may give a key of their own the admin scope, which is off by default', async () => {
  const { admin } = await openOwnAccount();
  await signIn(admin.email);
  await openSettings();
  const sent = watchOperation('CreateMyApiKey');
  expect(textsOf(scopes.css('label'))).toEqual(['Read', 'Write', 'Admin']);
  await expect.element(scope('admin')).not.toBeChecked();
  await scope('admin').click();
  await createButton.click();
  await expect.element(banner).toBeVisible();
  expect(sent).toEqual([{ name: null, scopes: { read: true, write: true, admin: true }, expires_at: null }]);
});
