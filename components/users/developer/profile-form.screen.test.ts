import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  holdOperation,
  interceptOperation,
  latch,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { openProfile, storedProfile, updated } from '@/testing/screens/pages/profile-page';
import { focus, press } from '@/testing/screens/press';

/** Makes the page check its session again, as it does when it comes back from the browser's memory. */
const recheck = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('the profile shows the stored record under its field names', async () => {
  const { person, section, email, firstName, lastName, userId } = await openProfile();
  await expect.poll(() => document.title).toMatch(/^Settings/);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
  await expect.element(userId).toHaveAttribute('readonly', '');
  await expect.element(email).toHaveValue(person.email);
  await expect.element(email).toHaveAttribute('type', 'email');
  await expect.element(firstName).toHaveValue('Pat');
  await expect.element(lastName).toHaveValue('Person');
  expect(
    section
      .css('input[name]')
      .elements()
      .map((input) => input.getAttribute('name')),
  ).toEqual(['email', 'first_name', 'last_name']);
  await expectAccessible();
});

test('the user id is copied', async () => {
  const { person, section } = await openProfile();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await section.getByRole('button', { name: 'Copy user ID' }).click();
  await expect.element(section.getByRole('status').filter({ hasText: 'Copied' })).toHaveTextContent('Copied');
  expect(written.mock.calls).toEqual([[person.id]]);
});

test('an update by keyboard alone is stored, confirmed, and seen without a reload', async () => {
  const { person, email, firstName, lastName, submit, status } = await openProfile();
  const address = `New-${person.email}`;
  focus(email);
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.keyboard(address);
  await userEvent.tab();
  await expect.element(firstName).toHaveFocus();
  await userEvent.keyboard('Ada');
  await userEvent.tab();
  await expect.element(lastName).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await userEvent.tab();
  await expect.element(submit).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toHaveTextContent(updated);
  await expect.element(submit).toHaveFocus();
  expect(await storedProfile()).toEqual({
    id: person.id,
    email: address.toLowerCase(),
    first_name: 'Ada',
    last_name: null,
  });
  await expect.element(email).toHaveValue(address.toLowerCase());
  await expect.element(page.css('[name=username]')).toHaveValue(address.toLowerCase());
  await expectAccessible();
});

test('a role that has changed since then comes with the response', async () => {
  const { submit, status } = await openProfile();
  interceptOperation(
    'UpdateProfile',
    changeResponse((data: { updateMyProfile: { role: string } }) => {
      data.updateMyProfile.role = 'ADMIN';
    }),
  );
  const account = page.getByRole('navigation', { name: 'Account' });
  await expect.element(account).toMatchTextContent('DEVELOPER');
  await submit.click();
  await expect.element(status).toBeVisible();
  await expect.element(account).toMatchTextContent('ADMIN');
});

test('only what was changed is sent; nothing changed asks for the stored record', async () => {
  const sent = watchOperation('UpdateProfile');
  const { firstName, lastName, submit, status } = await openProfile();
  await submit.click();
  await expect.element(status).toBeVisible();
  await firstName.fill('  Ada ');
  await lastName.fill('Other');
  await lastName.fill('Person');
  await submit.click();
  await expect.element(firstName).toHaveValue('Ada');
  await submit.click();
  await expect.poll(() => sent).toEqual([{}, { first_name: 'Ada' }, {}]);
});

test('an emptied name is stored as none', async () => {
  const { firstName, lastName, submit, status } = await openProfile();
  await firstName.fill('');
  await lastName.fill('   ');
  await submit.click();
  await expect.element(status).toBeVisible();
  expect(await storedProfile()).toMatchObject({ first_name: null, last_name: null });
  await expect.element(lastName).toHaveValue('');
});

test('a double press and Enter send once, and the button shows that it is sending', async () => {
  const { firstName, lastName, submit, status } = await openProfile();
  const { held, release } = latch();
  let sent = 0;
  interceptOperation('UpdateProfile', async ({ send }) => {
    sent += 1;
    await held;
    return send();
  });
  await firstName.fill('Ada');
  await submit.dblClick();
  await expect.element(submit).toHaveTextContent('Updating...');
  await expect.element(submit).toBeDisabled();
  await press(firstName, '{Enter}');
  await press(firstName, '{Enter}');
  await expectAccessible();
  // Typed while the response is on its way: not part of it, and kept.
  await lastName.fill('Byron');
  release();
  await expect.element(status).toHaveTextContent(updated);
  await expect.element(submit).toHaveTextContent('Update Profile');
  await expect.element(lastName).toHaveValue('Byron');
  expect(sent).toBe(1);
  expect(await storedProfile()).toMatchObject({ first_name: 'Ada', last_name: 'Person' });
  await submit.click();
  await expect.poll(async () => (await storedProfile()).last_name).toBe('Byron');
});

test('a stored record that changes under a held update leaves the button pressed once', async () => {
  const { firstName, submit, status, lastName } = await openProfile();
  const release = holdOperation('UpdateProfile');
  await firstName.fill('Ada');
  await submit.click();
  await ask('mutation { updateMyProfile(last_name: "Elsewhere") { id } }');
  recheck();
  await expect.element(lastName).toHaveValue('Elsewhere');
  await expect.element(submit).toBeDisabled();
  release();
  await expect.element(status).toHaveTextContent(updated);
});
