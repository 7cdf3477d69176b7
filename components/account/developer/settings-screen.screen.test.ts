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
    'API Keys',
    'Where you are signed in',
    'Account Details',
    'Preferences',
  ]);
  expect(
    main
      .css('section[id]')
      .elements()
      .map(({ id }) => id),
  ).toEqual(['profile', 'security', 'api-keys', 'sessions', 'account', 'preferences']);
  // One layout: a heading, what the section is about, and its content, all at the same place.
  const tops = main
    .css('section[id]')
    .elements()
    .map((section) => {
      const [heading, about, content] = [...section.children].map((part) => part.getBoundingClientRect());
      if (!heading || !about || !content) throw new Error('A part is missing.');
      const { left, top } = section.getBoundingClientRect();
      return [
        heading.left - left,
        about.left - left,
        content.left - left,
        heading.top - top,
        about.bottom < content.top,
      ];
    });
  expect(new Set(tops.map((layout) => layout.join())).size).toBe(1);
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
  const release = holdOperation('MyApiKeys');
  await goto('/dashboard/account#sessions');
  await expect.element(page.getByRole('region', { name: 'Where you are signed in' })).toBeInViewport();
  release();
  await expect.element(page.getByText('5 keys, newest first')).toBeInTheDocument();
  await expect
    .poll(() => document.getElementById('sessions')?.getBoundingClientRect().top)
    .toBeCloseTo(0, -1);
  expect(sidewaysScroll()).toBe(0);
});
