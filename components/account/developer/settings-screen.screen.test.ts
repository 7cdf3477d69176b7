import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { holdOperation } from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';

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

test('the outline leads to each section, and follows the reading', async () => {
  await resize(1600, 800);
  await signIn('dev@acme.test');
  await goto('/dashboard/account');
  const outline = page.getByRole('navigation', { name: 'On this page' });
  await expect.element(page.getByRole('heading', { name: 'Account Details' })).toBeVisible();
  const sections = page.getByRole('main').css('section[id]').elements();
  expect(
    outline
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(sections.map(({ id }) => `#${id}`));
  for (const name of ['API Keys', 'Security & Access', 'Account Details', 'Preferences']) {
    await outline.getByRole('link', { name }).click();
    await expect.element(outline.css('[aria-current]')).toHaveTextContent(name);
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeInViewport();
  }
});

test('the address of a section leads there, however late the sections above it load', async () => {
  await resize(375, 700);
  await signIn('dev@acme.test');
  // As in browsers that don't keep the place by themselves.
  document.documentElement.style.overflowAnchor = 'none';
  onTestFinished(() => {
    document.documentElement.style.removeProperty('overflow-anchor');
  });
  const release = holdOperation('MySessions');
  await goto('/dashboard/account#api-keys');
  await expect.element(page.getByRole('region', { name: 'API Keys', exact: true })).toBeInViewport();
  release();
  await expect.element(page.getByText('This device', { exact: true })).toBeInTheDocument();
  await expect
    .poll(() => document.getElementById('api-keys')?.getBoundingClientRect().top)
    .toBeCloseTo(36, -1);
  expect(sidewaysScroll()).toBe(0);
});
