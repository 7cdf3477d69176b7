import type { Page } from '@playwright/test';
import { signIn } from '@/e2e/fixtures';

/** Signs an admin in and opens a page of the console: `openAdmin(page, '/users')`. */
export async function openAdmin(page: Page, path = '', email = 'admin@globex.test'): Promise<void> {
  await signIn(page, email);
  await page.goto(`/dashboard/admin${path}`);
}

/** The part of a page under its heading. */
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Fails if the page itself scrolls sideways. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
