import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { account, developer, identity, title } from '@/testing/screens/pages/session-page';
import { createPerson, openOwnAccount } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

const panel = () => account().css('[data-open]');

async function openDashboard(email: string): Promise<void> {
  await signIn(email);
  await goto('/dashboard');
  await expect.element(title()).toBeVisible();
}

test('the header says who is signed in, in which account, and in which role', async () => {
  await openDashboard(developer);
  await expect.element(account()).toMatchTextContent('DEVELOPER');
  await expect.element(identity()).toHaveAccessibleName('Grace Murray Acme Robotics');
  await press(identity(), '{Enter}');
  await expect.element(identity()).toHaveAttribute('aria-expanded', 'true');
  for (const fact of ['Grace Murray', 'dev@acme.test', 'Acme Robotics', 'Developer'])
    await expect.element(panel()).toMatchTextContent(fact);
  await expectAccessible();
});

test('a person without a name is shown by their email', async () => {
  const person = await createPerson({ first_name: null, last_name: null });
  await openDashboard(person.email);
  await expect.element(identity()).toMatchTextContent(person.email);
  await identity().click();
  expect(panel().element().textContent?.split(person.email)).toHaveLength(2);
});

test('by keyboard: Enter opens, Tab reaches Settings, times and Sign out, Escape returns to the button', async () => {
  await openDashboard(developer);
  await press(identity(), '{Enter}');
  await userEvent.tab();
  await expect.element(account().getByRole('link', { name: 'Settings' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(account().getByRole('radio', { name: 'UTC' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(account().getByRole('button', { name: 'Sign out' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await expect.element(identity()).toHaveFocus();
});

test('Settings opens the settings and closes the panel', async () => {
  await openDashboard(developer);
  await identity().click();
  await account().getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
});

test('a name as long as can be neither widens the header nor hides anything in it', async () => {
  const person = await createPerson({ first_name: 'Wolfeschlegelsteinhausen'.repeat(4), last_name: 'B' });
  await resize(768, 700);
  await openDashboard(person.email);
  expect(sidewaysScroll()).toBe(0);
  expect(page.getByRole('banner').element().getBoundingClientRect().height).toBeLessThan(64);
});

test('a new name of the account is in the header at once', async () => {
  const own = await openOwnAccount();
  await signIn(own.admin.email);
  await goto('/dashboard/admin/account');
  await page.getByRole('button', { name: 'Edit account name' }).click();
  await userEvent.keyboard('Penumbra{Enter}');
  await expect.element(identity()).toMatchTextContent('Penumbra');
});
