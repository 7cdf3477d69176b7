import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { holdOperation } from '@/testing/screens/intercept-operation';
import { rawKeyPattern } from '@/testing/screens/pages/keys';
import {
  banner,
  createButton,
  createOnPage,
  nameField,
  openSettings,
  shownKeys,
  signInPerson,
} from '@/testing/screens/pages/my-keys-page';

test("a new key isn't left by a link unasked, nor while it is being made", async () => {
  await signInPerson();
  await openSettings();
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
  const link = page.getByRole('link', { name: 'Docs', exact: true });
  const release = holdOperation('CreateMyApiKey');
  await nameField.fill('Held key');
  await createButton.click();
  await link.click();
  await expect.element(question).toMatchTextContent('The key is being created');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  release();
  await expect.element(banner.css('code')).toMatchTextContent(rawKeyPattern);
  const [rawKey] = shownKeys();
  const first = await createOnPage('Second key');
  await link.click();
  await expect.element(question).toHaveLength(1);
  await expect.element(question).toMatchTextContent('This API key is shown only once.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(shownKeys()).toEqual([first, rawKey]);
  await link.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => location.pathname).toBe('/docs');
});

test('a new key that was copied is left unasked', async () => {
  await signInPerson();
  await openSettings();
  await createOnPage('Copied key');
  await banner.getByRole('button', { name: 'Copy' }).click();
  await expect.element(banner.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/docs');
});

test('a new key is gone from the page at the moment the browser puts that away', async () => {
  await signInPerson();
  await openSettings();
  const rawKey = await createOnPage('Kept page');
  expect(document.documentElement.outerHTML).toContain(rawKey);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(document.documentElement.outerHTML).not.toContain(rawKey);
});
