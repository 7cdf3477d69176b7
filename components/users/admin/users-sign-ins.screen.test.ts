import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDate } from '@/lib/format/date';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { editDialog, list, openUsers, row, rows } from '@/testing/screens/pages/users-page';

const DAY = 86_400_000;
const ago = (days: number) => Date.now() - days * DAY;

/** An active user, one just invited, one with an expired invitation, one with an expired reset password. */
async function openEveryone(query = '') {
  const { made } = await openUsers(
    [
      { first_name: 'Works', signed_in_at: ago(3) },
      { first_name: 'Invited', signed_in_at: null, temporary_password_at: ago(1) },
      { first_name: 'Late', signed_in_at: null, temporary_password_at: ago(15) },
      { first_name: 'Reset', signed_in_at: ago(40), temporary_password_at: ago(20) },
    ],
    query,
  );
  const [works, invited, late, reset] = made.map(({ email }) => email);
  if (!works || !invited || !late || !reset) throw new Error('somebody is missing');
  return { works, invited, late, reset };
}

const cell = (email: string, column: string) => row(email).css(`[data-column="${column}"]`);
const way = (email: string) => row(email).getByRole('button', { name: `Reset password ${email}` });

test('the list shows when a user was last active, and who has never signed in', async () => {
  const { works, invited, late, reset } = await openEveryone();
  await expect.element(cell(works, 'Status')).toMatchTextContent(/^Active$/);
  await expect
    .element(cell(works, 'Last active'))
    .toMatchTextContent(`${formatDate(String(ago(3)))} 3 days ago`);
  await expect.element(cell(invited, 'Status')).toMatchTextContent(/^Pending$/);
  await expect.element(cell(invited, 'Last active')).toMatchTextContent(/^Never$/);
  await expect.element(cell(late, 'Status')).toMatchTextContent(/^Pending Temporary password expired/);
  await expect.element(cell(reset, 'Status')).toMatchTextContent(/^Active Temporary password expired/);
  await expectAccessible();
  for (const width of [320, 375, 768, 1024, 1440, 2560]) {
    await resize(width, 900);
    expect(sidewaysScroll(), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('an expired temporary password has a button next to it, which asks and gives a new one', async () => {
  const { invited, late } = await openEveryone();
  await expect.element(way(invited)).not.toBeInTheDocument();
  await way(late).click();
  await page
    .getByRole('alertdialog', { name: 'Reset the password of Late?' })
    .getByRole('button', { name: 'Reset password' })
    .click();
  await expect
    .element(list().getByRole('alertdialog', { name: `Temporary password for ${late}` }))
    .toBeVisible();
  await expect.element(way(late)).not.toBeInTheDocument();
  await expect.element(cell(late, 'Status')).toMatchTextContent(/^Pending$/);
});

test('the edit dialog says what kind of password a user has', async () => {
  const { invited, late } = await openEveryone();
  await row(invited).getByRole('button', { name: 'Edit' }).click();
  await expect
    .element(editDialog())
    .toMatchTextContent(`Temporary, expires ${formatDate(String(ago(1) + 14 * DAY))}.`);
  await editDialog().getByRole('button', { name: 'Cancel' }).click();
  await row(late).getByRole('button', { name: 'Edit' }).click();
  await expect
    .element(editDialog())
    .toMatchTextContent(`Temporary, expired ${formatDate(String(ago(15) + 14 * DAY))}.`);
});

test('pending invitations can be listed alone, and are none of the active users', async () => {
  const { works, invited, late } = await openEveryone('?status=pending');
  await expect.element(rows()).toHaveLength(2);
  await expect.element(row(invited)).toBeVisible();
  await expect.element(row(late)).toBeVisible();
  await list().css('[name=status]').selectOptions('Active');
  await expect.element(row(works)).toBeVisible();
  await expect.element(rows()).toHaveLength(3);
  await expect.element(row(invited)).not.toBeInTheDocument();
});
