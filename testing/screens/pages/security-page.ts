import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { goto, signIn } from '@/testing/screens/open-screen';
import { createPerson } from '@/testing/screens/people';

export const updated = 'Password updated successfully.';
export const another = 'another-password';

/** Opens the settings of a new person, at the form for a new password. */
export async function openSecurity(fields: Parameters<typeof createPerson>[0] = {}) {
  const person = await createPerson(fields);
  await signIn(person.email);
  await goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Security & Access', exact: true });
  const form = {
    person,
    section,
    password: section.getByLabelText('New password', { exact: true }),
    confirmation: section.getByLabelText('Confirm password', { exact: true }),
    submit: section.css('button[type=submit]'),
    alert: section.getByRole('alert'),
    status: section.getByRole('status'),
    fill: async (password: string, confirmation = password) => {
      await form.password.fill(password);
      await form.confirmation.fill(confirmation);
    },
  };
  await expect.element(form.submit).toHaveTextContent('Reset Password');
  return form;
}
