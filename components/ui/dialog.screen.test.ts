import { createElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MessageDialog } from './dialog';

const show = (message: string) =>
  render(createElement('main', {}, createElement(MessageDialog, { message, onClose: () => {} })));

test('the cross mark before a failure is drawn, and read as the character', async () => {
  await show('❌ Not today.');
  const alert = page.getByRole('alertdialog', { name: '❌ Not today.', exact: true });
  await expect.element(alert).toBeVisible();
  expect(alert.element().textContent).not.toContain('❌');
  await expect.element(alert.getByRole('img', { name: '❌' })).toBeVisible();
});

test('a message without it has none', async () => {
  await show('Select a user');
  await expect.element(page.getByRole('alertdialog', { name: 'Select a user', exact: true })).toBeVisible();
  expect(page.getByRole('img').elements()).toEqual([]);
});
