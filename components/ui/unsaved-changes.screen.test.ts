import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, signIn } from '@/testing/screens/open-screen';

const admin = 'admin@globex.test';
const leaving = page.getByRole('alertdialog', { name: 'Leave this page?' });
const discarding = page.getByRole('alertdialog', { name: 'Discard your changes?' });
const docs = page.getByRole('banner').getByRole('link', { name: 'Docs', exact: true });
const edit = (what: string) => page.getByRole('button', { name: `Edit ${what}` });

/** Whether the browser would ask before the tab is closed. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const forms: { name: string; address: string; open?: () => Promise<void>; field: string }[] = [
  { name: 'profile', address: '/dashboard/account', field: '[name=first_name]' },
  { name: 'new password', address: '/dashboard/account', field: '[name=password]' },
  { name: 'invitation', address: '/dashboard/admin/users', field: '[name=email]' },
  {
    name: 'account name',
    address: '/dashboard/admin/account',
    open: () => edit('account name').click(),
    field: '[name=account_name]',
  },
  {
    name: 'billing profile',
    address: '/dashboard/admin/account',
    open: () => edit('billing information').click(),
    field: '[name=city]',
  },
  { name: 'contact message', address: '/contact', field: '[name=message]' },
];

describe('a form that was changed', () => {
  for (const { name, address, open, field } of forms)
    test(`isn't left by a link, nor the tab closed, unasked: ${name}`, async () => {
      await signIn(admin);
      await goto(address);
      await open?.();
      const input = page.css(field).first();
      expect(asksBeforeUnload()).toBe(false);
      await input.fill('typed');
      await expect.poll(asksBeforeUnload).toBe(true);
      await docs.click();
      await expect.element(leaving).toMatchTextContent("Your changes haven't been saved.");
      await expectAccessible();
      await leaving.getByRole('button', { name: 'Stay' }).click();
      await expect.element(leaving).not.toBeInTheDocument();
      await expect.element(input).toHaveValue('typed');
      await docs.click();
      await leaving.getByRole('button', { name: 'Leave' }).click();
      await expect.poll(() => location.pathname).toBe('/docs');
    });

  test('is left at once if what was typed is as it was before', async () => {
    await signIn(admin);
    await goto('/dashboard/account');
    const input = page.css('[name=first_name]');
    await expect.element(input).toBeVisible();
    const before = (input.element() as HTMLInputElement).value;
    await input.fill('typed');
    await input.fill(before);
    await docs.click();
    await expect.poll(() => location.pathname).toBe('/docs');
  });
});

describe('a dialog whose form was changed', () => {
  test('asks before Escape and a press outside close it; unchanged, it closes at once', async () => {
    await signIn(admin);
    await goto('/dashboard/admin/users');
    const button = page.getByRole('row').getByRole('button', { name: /^Edit/ }).first();
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await button.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();

    await button.click();
    const input = dialog.css('[name=first_name]');
    await input.fill('typed');
    await userEvent.keyboard('{Escape}');
    await expect.element(discarding).toBeVisible();
    await expectAccessible();
    await discarding.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(discarding).not.toBeInTheDocument();
    await expect.element(input).toHaveValue('typed');

    await dialog.click({ position: { x: -40, y: 10 }, force: true });
    await discarding.getByRole('button', { name: 'Discard' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
