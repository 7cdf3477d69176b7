import { expect, signIn, test } from '@/e2e/fixtures';
import { createPerson } from '@/e2e/person';
import { account, dialogOf } from '@/e2e/session/session-page';

test('a person changes their profile and password, and as a visitor is led to signing in with the new ones and back to the settings', async ({
  page,
}) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const security = page.getByRole('region', { name: 'Security & Access', exact: true });
  const email = `new-${person.email}`;
  await profile.getByRole('textbox', { name: 'Email' }).fill(email);
  await profile.getByRole('textbox', { name: 'First Name' }).fill('Ada');
  await profile.getByRole('button', { name: 'Update Profile' }).click();
  await expect(profile.getByText('Profile updated.')).toBeVisible();
  await security.getByLabel('New password', { exact: true }).fill('another-password');
  await security.getByLabel('Confirm password', { exact: true }).fill('another-password');
  await security.getByRole('button', { name: 'Reset Password' }).click();
  await expect(security.getByText('Password updated successfully.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  await expect(page).toHaveURL('/');
  await expect(account(page)).toHaveCount(0);

  await page.goto('/dashboard/account');
  await dialogOf(page).locator('[name=email]').fill(email);
  await dialogOf(page).locator('[name=password]').fill('another-password');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/account');
  await expect(profile.getByRole('textbox', { name: 'User ID' })).toHaveValue(person.id);
  await expect(profile.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada');
});
