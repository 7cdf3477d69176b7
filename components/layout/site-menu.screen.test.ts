import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { account, developer, title } from '@/testing/screens/pages/session-page';
import { press } from '@/testing/screens/press';

const menu = () => page.getByRole('button', { name: 'Menu' });
const dashboard = () => page.getByRole('navigation', { name: 'Dashboard' });

async function openDashboard(width: number): Promise<void> {
  await resize(width, 720);
  await signIn(developer);
  await goto('/dashboard');
  await expect.element(title()).toBeVisible();
}

test("on a phone, the dashboard's pages are in the header's menu, and in no second bar", async () => {
  await openDashboard(320);
  await expect.element(dashboard()).not.toBeInTheDocument();
  await press(menu(), '{Enter}');
  await expect.element(dashboard().getByRole('link')).toHaveLength(5);
  await expect.element(dashboard().css('[aria-current=page]')).toHaveTextContent('Overview');
  await expect.element(account()).toMatchTextContent('Acme Robotics');
  await expectAccessible();
  expect(sidewaysScroll()).toBe(0);
  await dashboard().getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(dashboard()).not.toBeInTheDocument();
});

test('the menu closes on a link to the page on show, on a press elsewhere, and when the focus leaves it', async () => {
  await openDashboard(375);
  const closes = async (close: () => unknown) => {
    await menu().click();
    await expect.element(menu()).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect.element(menu()).toHaveAttribute('aria-expanded', 'false');
  };
  await closes(() => dashboard().getByRole('link', { name: 'Overview' }).click());
  await expect.element(menu()).toHaveFocus();
  await closes(() =>
    title()
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
  );
  await closes(() => page.getByRole('button', { name: '7 days' }).element().focus());
});

test('a window too low for the menu scrolls it, not the page', async () => {
  await resize(375, 420);
  await signIn('admin@acme.test');
  await goto('/dashboard/admin');
  await menu().click();
  const panel = page.css('#site-menu').element();
  expect(panel.getBoundingClientRect().bottom).toBeLessThanOrEqual(420);
  account().getByRole('button', { name: 'Sign out' }).element().focus();
  await expect.poll(() => panel.scrollTop).toBeGreaterThan(0);
});

test("on wide screens, the pages are in a bar, and the menu isn't there", async () => {
  await openDashboard(768);
  await expect.element(dashboard().getByRole('link')).toHaveLength(5);
  await expect.element(menu()).not.toBeInTheDocument();
  expect(sidewaysScroll()).toBe(0);
  await userEvent.keyboard('{Escape}');
});
