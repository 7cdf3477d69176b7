import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { limits } from '@/lib/config/limits';
import { formatDate } from '@/lib/format/date';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { dialog } from '@/testing/screens/pages/session-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';

const line = () => page.getByText(/^Your (password is temporary|temporary password has expired)/);
const { lifetime } = limits.temporaryPassword;

/** A new admin with a temporary password, who last signed in at that moment (epoch milliseconds). */
async function inviteAdmin(signedInAt: number | null, issuedAt = Date.now()) {
  const { accountId } = await openOwnAccount();
  const email = `temp-${crypto.randomUUID()}@umbra.test`;
  await prepare('users', {
    accountId,
    users: [{ email, role: 'ADMIN', signed_in_at: signedInAt, temporary_password_at: issuedAt }],
  });
  return email;
}

test('a temporary password is said to be one on every screen of both consoles until it is changed', async () => {
  await signIn(await inviteAdmin(null));
  const text = `Your password is temporary and expires on ${formatDate(String(Date.now() + lifetime))}. Set your own password`;
  for (const path of [
    '',
    '/account',
    '/devdocs/api-playground',
    '/admin',
    '/admin/users',
    '/admin/audit-logs',
  ]) {
    await goto(`/dashboard${path}`);
    await expect.element(line()).toMatchTextContent(text);
  }
  await expectAccessible();
  for (const width of [320, 375, 1440]) {
    await resize(width, 800);
    expect(sidewaysScroll(), `${width} px`).toBeLessThanOrEqual(0);
  }
  await goto('/dashboard/account');
  await expect
    .element(line().getByRole('link', { name: 'Set your own password' }))
    .toHaveAttribute('href', '/dashboard/account#security');
  const security = page.getByRole('region', { name: 'Security & Access', exact: true });
  await security.getByLabelText('New password', { exact: true }).fill('a choice of my own');
  await security.getByLabelText('Confirm password', { exact: true }).fill('a choice of my own');
  await security.css('button[type=submit]').click();
  await expect.element(page.getByText('Password updated successfully.')).toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  await goto('/dashboard');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  expect(await ask('{ me { temporary_password_expires_at } }')).toEqual({
    me: { temporary_password_expires_at: null },
  });
});

test('signing in with an expired temporary password says so, and what helps', async () => {
  const email = await inviteAdmin(null, Date.now() - lifetime);
  await goto('/dashboard');
  await dialog().css('[name=email]').fill(email);
  await dialog().css('[name=password]').fill('switchyard-demo');
  await dialog().css('button[type=submit]').click();
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent(
      'Your temporary password has expired. Ask an admin of your account to reset it, then sign in with the new one.',
    );
});
