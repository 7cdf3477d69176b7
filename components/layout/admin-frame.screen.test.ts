import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adminNavigation } from '@/lib/config/navigation';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { holdOperation } from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll } from '@/testing/screens/pages/admin-page';
import {
  account,
  developer,
  expectAddress,
  expectLedOut,
  removeToken,
  signInByDialog,
  title,
} from '@/testing/screens/pages/session-page';
import { press } from '@/testing/screens/press';

const admin = 'admin@initech.test';
const nav = () => page.getByRole('navigation', { name: 'Switchyard Admin' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const links = adminNavigation.flatMap((group) => group.links);

test('the console is a link of the header away', async () => {
  await signIn(admin);
  await goto('/dashboard');
  await account().getByRole('link', { name: 'Admin' }).click();
  await expectAddress('/dashboard/admin');
  await expect
    .element(account().getByRole('link', { name: 'Admin' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(heading('Dashboard Overview')).toBeVisible();
});

test('if the sidebar has no room, the header has one menu with everything in it', async () => {
  for (const width of [375, 900]) {
    await resize(width, 700);
    await openAdmin('', admin);
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect.element(menu).toBeVisible();
    await expect.element(nav()).not.toBeInTheDocument();
    await press(menu, '{Enter}');
    await expect.element(nav().getByRole('link')).toHaveLength(10);
    await expect.element(nav().css('[aria-current=page]')).toHaveTextContent('Dashboard Overview');
    await expect.element(page.getByRole('navigation', { name: 'Site' })).toBeVisible();
    await expect.element(account()).toMatchTextContent('Initech');
    await expect.element(account().getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect.element(account().getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(nav()).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
    await menu.click();
    await nav().getByRole('link', { name: 'Usage Reports' }).click();
    await expect.element(heading('Usage Reports')).toBeVisible();
    await expect.element(nav()).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
    expect(sidewaysScroll()).toBe(0);
  }
});

test('the guard shows nothing until it is known who is there', async () => {
  await signIn(admin);
  const release = holdOperation('Me');
  await goto('/dashboard/admin/users');
  expect(document.body.innerText.trim()).toBe('');
  release();
  await expect.element(heading('Manage Users')).toBeVisible();
});

for (const { href } of links)
  test(`the guard leads a developer from ${href} to the dashboard, which says why`, async () => {
    await signIn(developer);
    await goto(href);
    await expectAddress('/dashboard');
    await expect.element(title()).toBeVisible();
    await expect.element(nav()).not.toBeInTheDocument();
    await expect.element(page.getByText('That page is for admins.')).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect.element(page.getByText('That page is for admins.')).not.toBeInTheDocument();
  });

test('the guard leads a visitor out, and after signing in to the page that was asked for', async () => {
  await goto('/dashboard/admin/usage?days=7');
  await expectLedOut();
  await signInByDialog(admin);
  await expectAddress('/dashboard/admin/usage?days=7');
  await expect.element(heading('Usage Reports')).toBeVisible();
});

test('the guard leads a visitor who signs in as a developer to the dashboard', async () => {
  await goto('/dashboard/admin/usage');
  await expectLedOut();
  await signInByDialog(developer);
  await expectAddress('/dashboard');
  await expect.element(title()).toBeVisible();
});

test('the console is left once the session is gone, with nothing of the console left on screen', async () => {
  await openAdmin('/users', admin);
  // A call still under way would redirect before the link does.
  await expect.element(page.css('tbody tr')).toHaveLength(1);
  removeToken();
  await nav().getByRole('link', { name: 'API Keys' }).click();
  await expectLedOut();
  await expect.element(nav()).not.toBeInTheDocument();
  await signInByDialog(admin);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent(/^(Manage Users|API Keys)$/);
  await expect.element(nav()).toBeVisible();
});

test('a wide window gives tables its width, and forms keep a readable one', async () => {
  await resize(2560, 1300);
  await openAdmin('/users', admin);
  const width = (selector: string) =>
    page.getByRole('main').css(selector).element().getBoundingClientRect().width;
  await expect.element(page.css('tbody tr')).toHaveLength(1);
  expect(width('table')).toBeGreaterThan(1800);
  expect(width('form')).toBeLessThanOrEqual(1120);
  await goto('/dashboard/account');
  await expect.element(page.getByRole('table', { name: 'Your sessions' })).toBeVisible();
  expect(width('table')).toBeGreaterThan(1400);
  expect(width('#profile form')).toBeLessThanOrEqual(560);
});
