import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';

const line = () => page.getByText(/^Your account's subscription is canceled, so no new workflow starts\./);

test('in a canceled account, the developer pages say so before a run fails, and what an admin or a developer can do', async () => {
  const { accountId, admin } = await openOwnAccount('plan_pro');
  const email = `canceled-${crypto.randomUUID()}@umbra.test`;
  await prepare('users', { accountId, users: [{ email, role: 'DEVELOPER' }] });
  await signIn(admin.email);
  await goto('/dashboard');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  await ask('mutation Cancel($id: ID!) { cancelSubscription(accountId: $id) { success } }', {
    id: accountId,
  });

  await goto('/dashboard');
  await expect
    .element(line().getByRole('link', { name: 'Account Details' }))
    .toHaveAttribute('href', '/dashboard/admin/account');
  await expectAccessible();

  await signIn(email);
  await goto('/dashboard/workflows/new');
  await expect.element(line()).toMatchTextContent(/Ask an admin of your account to choose a plan\.$/);
  await expect.element(line().getByRole('link')).not.toBeInTheDocument();
  await expect
    .element(page.getByText("It can't run: the account's subscription is canceled.", { exact: true }))
    .toBeVisible();
  for (const width of [320, 375, 1440]) {
    await resize(width, 800);
    expect(sidewaysScroll(), `${width} px`).toBeLessThanOrEqual(0);
  }
});
