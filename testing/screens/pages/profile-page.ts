import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { goto, signIn } from '@/testing/screens/open-screen';
import { createPerson, type Person } from '@/testing/screens/people';

export const updated = 'Profile updated.';

function profile() {
  const section = page.getByRole('region', { name: 'Profile', exact: true });
  return {
    section,
    userId: section.getByRole('textbox', { name: 'User ID' }),
    email: section.getByRole('textbox', { name: 'Email' }),
    firstName: section.getByRole('textbox', { name: 'First Name' }),
    lastName: section.getByRole('textbox', { name: 'Last Name' }),
    submit: section.css('button[type=submit]'),
    alert: section.getByRole('alert'),
    status: section.getByRole('status').filter({ hasText: updated }),
  };
}

/** Opens the settings of a new person. */
export async function openProfile(fields: Parameters<typeof createPerson>[0] = {}) {
  const person = await createPerson(fields);
  await signIn(person.email);
  await goto('/dashboard/account');
  await expect.element(profile().userId).toHaveValue(person.id);
  return { person, ...profile() };
}

/** The API's stored record of the signed-in person. */
export async function storedProfile() {
  const { me } = await ask<{ me: Person & { first_name: string | null } }>(
    '{ me { id email first_name last_name } }',
  );
  return me;
}
