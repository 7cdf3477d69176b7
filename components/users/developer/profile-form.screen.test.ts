import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, signIn } from '@/testing/screens/open-screen';
import { createPerson, type Person } from '@/testing/screens/people';

const updated = 'Profile updated.';

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

async function openProfile(fields: Parameters<typeof createPerson>[0] = {}) {
  const person = await createPerson(fields);
  await signIn(person.email);
  await goto('/dashboard/account');
  await expect.element(profile().userId).toHaveValue(person.id);
  return { person, ...profile() };
}

async function storedProfile() {
  const { me } = await ask<{ me: Person & { first_name: string | null } }>(
    '{ me { id email first_name last_name } }',
  );
  return me;
}

test("the profile shows the stored record under SPEC's field names", async () => {
  const { person, section, email, firstName, lastName, userId } = await openProfile();
  expect(document.title).toMatch(/^Settings/);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect.element(userId).toHaveAttribute('readonly', '');
  await expect.element(email).toHaveValue(person.email);
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

test('an update by keyboard alone is stored, confirmed, and seen without a reload', async () => {
  const { person, email, firstName, lastName, submit, status } = await openProfile();
  const address = `New-${person.email}`;
  (email.element() as HTMLElement).focus();
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
  await expect.element(status).toHaveText(updated);
  expect(await storedProfile()).toEqual({
    id: person.id,
    email: address.toLowerCase(),
    first_name: 'Ada',
    last_name: null,
  });
});
