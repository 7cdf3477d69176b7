import { type Locator, page } from 'vitest/browser';
import { goto, signIn } from '@/testing/screens/open-screen';

/** Signs an admin in and opens a page of the console: `openAdmin('/users')`. */
export async function openAdmin(path = '', email = 'admin@globex.test'): Promise<void> {
  await signIn(email);
  await goto(`/dashboard/admin${path}`);
}

/** The part of a page under its heading. */
export const region = (name: string) => page.getByRole('region', { name, exact: true });

/** How far the page itself scrolls sideways, in CSS pixels. */
export const sidewaysScroll = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** The text of each element that is there now, with white space as one space. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
