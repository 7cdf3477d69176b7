import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { ask } from '@/testing/screens/ask';
import { goto } from '@/testing/screens/open-screen';
import { createPerson } from '@/testing/screens/people';
import { requestToken } from '@/testing/screens/request-token';

const section = page.getByRole('region', { name: 'Where you are signed in' });
const rows = section.css('tbody tr');

/** The list of sessions on the settings screen. */
export const sessions = {
  section,
  rows,
  title: section.getByRole('heading', { name: 'Where you are signed in' }),
  here: rows.filter({ hasText: 'This device' }),
  others: rows.filter({ hasNotText: 'This device' }),
  said: (text: string) => section.getByRole('status').filter({ hasText: text }),
  endAll: section.getByRole('button', { name: 'End all other sessions' }),
  question: page.getByRole('alertdialog', { name: 'End all other sessions?' }),
};

/** Opens the settings of a new person who is signed in here and, with so many tokens, elsewhere. */
export async function openWith(elsewhere: number) {
  const person = await createPerson();
  const tokens: string[] = [];
  for (let count = 0; count < elsewhere; count += 1) tokens.push((await requestToken(person.email)) ?? '');
  localStorage.setItem(brand.sessionKey, (await requestToken(person.email)) ?? '');
  await goto('/dashboard/account');
  await expect.element(sessions.title).toBeVisible();
  return { person, tokens };
}

/** Whether the API still takes the token of a session. */
export const isOpen = async (token: string | undefined) =>
  (await ask<{ me: object | null }>('{ me { id } }', {}, token)).me !== null;
