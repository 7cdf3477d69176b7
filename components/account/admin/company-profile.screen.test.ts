import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  holdOperation,
  interceptOperation,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { reload, resize } from '@/testing/screens/open-screen';
import { changeAsAnotherAdmin, openProfile } from '@/testing/screens/pages/account-page';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { focus } from '@/testing/screens/press';

test('the profile shows name, id to copy, creation and status of the account', async () => {
  // The clipboard itself belongs to every page that is open.
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const { accountId, name, section } = await openProfile();
  await expect.poll(() => document.title).toMatch(/^Account Details/);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account Details');
  expect(textsOf(section.css('dt'))).toEqual(['Account Name', 'Account ID', 'Created', 'Status']);
  await expect.element(name).toMatchTextContent('Umbra Works');
  const created = section.css('dd').nth(2);
  await expect.element(created).toMatchTextContent(/^\w{3} \d+, \d{4}, \d\d:\d\d UTC.+(now|ago)$/);
  await expect.element(section.css('dd').nth(3)).toHaveTextContent('Active');
  await section.getByRole('button', { name: 'Copy account ID' }).click();
  await expect.poll(() => copied).toHaveBeenCalledExactlyOnceWith(accountId);
  await expectAccessible();
});

test('a new name is saved by keyboard: the name and the etag alone are sent, the focus is back on Edit', async () => {
  const { accountId, name, edit, input, saved } = await openProfile();
  const sent = watchOperation('ChangeAccount');
  focus(edit);
  await userEvent.keyboard('{Enter}');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('  Penumbra ');
  await userEvent.keyboard('{Enter}');
  await expect.element(saved).toBeVisible();
  await expect.element(edit).toHaveFocus();
  expect(sent).toEqual([{ id: accountId, etag: expect.any(String), updates: { account_name: 'Penumbra' } }]);
  await reload();
  await expect.element(name).toMatchTextContent('Penumbra');
});

test("Cancel and Escape restore the name, and an unchanged one isn't sent", async () => {
  const { name, edit, input, save, cancel, saved } = await openProfile();
  const sent = watchOperation('ChangeAccount');
  for (const leave of [() => cancel.click(), () => userEvent.keyboard('{Escape}')]) {
    await edit.click();
    await input.fill('Never');
    await leave();
    await expect.element(edit).toHaveFocus();
    await expect.element(name).toMatchTextContent('Umbra Works');
  }
  await edit.click();
  await expect.element(input).toHaveValue('Umbra Works');
  await expectAccessible();
  await save.click();
  await expect.element(edit).toHaveFocus();
  await expect.element(saved).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('an invalid name is refused next to its input and not sent', async () => {
  const { edit, input, alert } = await openProfile();
  const sent = watchOperation('ChangeAccount');
  await edit.click();
  await input.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent('Enter an account name.');
  await expect.element(input).toHaveFocus();
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await input.fill('x');
  await expect.element(alert).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("while a save is under way it says so, and can't be sent twice or left", async () => {
  const { edit, input, section, saved } = await openProfile();
  const release = holdOperation('ChangeAccount');
  const sent = watchOperation('ChangeAccount');
  await edit.click();
  await input.fill('Penumbra');
  await userEvent.keyboard('{Enter}');
  await expect.element(section.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  await expect.element(input).toHaveValue('Penumbra');
  release();
  await expect.element(saved).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a long name wraps at 375 px and an invalid date is a dash', async () => {
  await resize(375, 740);
  const { accountId, edit, section } = await openProfile();
  await changeAsAnotherAdmin(accountId, { account_name: 'n'.repeat(120) });
  interceptOperation(
    'AdminAccount',
    changeResponse((data: { getAccount: { createdAt: string } }) => {
      data.getAccount.createdAt = 'soon';
    }),
  );
  await reload();
  await expect.element(section.css('dd').nth(2)).toHaveTextContent('—');
  expect(sidewaysScroll()).toBe(0);
  await edit.click();
  expect(sidewaysScroll()).toBe(0);
});
