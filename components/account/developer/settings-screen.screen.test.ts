import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goto, signIn } from '@/testing/screens/open-screen';

test('the sections are in their order, the placeholders say what is to come', async () => {
  await signIn('dev@acme.test');
  await goto('/dashboard/account');
  await expect.element(page.getByRole('heading', { name: 'Account Details' })).toBeVisible();
  const main = page.getByRole('main');
  expect(
    main
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Profile',
    'Security & Access',
    'Where you are signed in',
    'API Keys',
    'Account Details',
    'Preferences',
  ]);
  expect(
    main
      .css('section[id]')
      .elements()
      .map(({ id }) => id),
  ).toEqual(['profile', 'security', 'sessions', 'api-keys', 'account', 'preferences']);
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await expect
    .element(preferences.getByText('Language and dark mode are coming soon.', { exact: true }))
    .toBeVisible();
});
