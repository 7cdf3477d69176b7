import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { ask } from '@/testing/screens/ask';
import { interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { goto, signIn } from '@/testing/screens/open-screen';
import type { Person } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';

export const developer = 'dev@acme.test';
export const newcomer = 'admin@initech.test';

export const trigger = () => page.getByRole('banner').getByRole('button', { name: 'Sign in' });
export const title = () => page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' });
export const account = () => page.getByRole('navigation', { name: 'Account' });
/** The button of the header that opens what is the person's own. */
export const identity = () => account().css('button[aria-expanded]');

/** Signs out by the header, as people do on wide screens. */
export async function signOutByHeader(): Promise<void> {
  await identity().click();
  await account().getByRole('button', { name: 'Sign out' }).click();
}

export const dialog = () => page.getByRole('dialog', { name: 'Sign in' });
export const loading = () => page.getByText('Loading...', { exact: true });
export const workflows = () => page.getByText(/^You've run [\d,]+ workflows this month\.$/);
/** The newcomer's account is empty, the developer's isn't. */
export const newcomersUsage = "You've run 0 workflows this month.";

export const storedToken = (): string | null => localStorage.getItem(brand.sessionKey);
export const storeToken = (token: string): void => localStorage.setItem(brand.sessionKey, token);
export const removeToken = (): void => localStorage.removeItem(brand.sessionKey);

/** A new session's raw bearer token. */
export const tokenOf = async (email: string): Promise<string> =>
  (await prepare<{ token: string }>('session', { email })).token;

/** Waits until the address is this one. */
export const expectAddress = (address: string): Promise<void> =>
  expect.poll(() => window.location.pathname + window.location.search).toBe(address);

/** @returns the sentence on the person's usage that is then shown */
export async function openDashboard(email: string): Promise<string> {
  await signIn(email);
  await goto('/dashboard');
  await expect.element(workflows()).toBeVisible();
  return workflows().element().textContent ?? '';
}

/** Led out: at the home page, asked to sign in, and nothing of the area left on screen. */
export async function expectLedOut(): Promise<void> {
  await expectAddress('/');
  await expect.element(dialog()).toBeVisible();
  await expect.element(account()).not.toBeInTheDocument();
  await expect.element(title()).not.toBeInTheDocument();
}

export async function signInByDialog(email: string): Promise<void> {
  await dialog().css('[name=email]').fill(email);
  await dialog().css('[name=password]').fill(demoPassword);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
}

/** Simulates a return to the tab; in tests every tab is always visible. */
export const returnToTab = (): boolean => document.dispatchEvent(new Event('visibilitychange'));

/** @returns how often it has been logged since that the session couldn't be checked */
export function watchFailedChecks(): () => number {
  const warn = vi.spyOn(console, 'warn');
  return () => warn.mock.calls.filter(([text]) => text === "The session couldn't be checked.").length;
}

/** Every text that the page ever shows from now on, however briefly. */
export function recordTexts(): () => string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.innerText));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    return [...seen, document.body.innerText];
  };
}

/** The distinct sentences about a user's usage among the texts. */
export const usagesIn = (texts: string[]) => [...new Set(texts.join('\n').match(/You've run .*/g))];

/** Fails the dashboard's own request once, so that the open page has a button which sends a call. */
export async function openWithButton(email: string) {
  await signIn(email);
  const recover = interceptOperation('DeveloperDashboard', refuse('no'));
  await goto('/dashboard');
  const button = page.getByRole('button', { name: 'Try again' });
  await expect.element(button).toBeVisible();
  recover();
  return button;
}

export async function disable(person: Person): Promise<void> {
  const admin = await tokenOf('admin@globex.test');
  await ask('mutation Disable($id: ID!) { disableUser(id: $id) { id } }', { id: person.id }, admin);
}
