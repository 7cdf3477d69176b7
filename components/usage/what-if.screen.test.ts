import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation } from '@/testing/screens/intercept-operation';
import { goto, signIn } from '@/testing/screens/open-screen';
import { alert, button } from '@/testing/screens/pages/bulk-page';
import { expectAddress, quickStep, runJob, signInNewPerson, title } from '@/testing/screens/pages/jobs-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';
import { press } from '@/testing/screens/press';

const own = '/dashboard/usage/what-if';
const rows = (table: string) => page.getByRole('table', { name: table, exact: true }).css('tbody tr');
const none = () => page.getByText('No model was called for the jobs of this month.');

test('a developer finds the bill of their own calls on the dashboard, prices it on another model, and returns', async () => {
  await signInNewPerson();
  await runJob({ name: 'Digest' });
  await goto('/dashboard');
  await page.getByRole('link', { name: 'What would another model have cost?' }).click();
  await expectAddress(own);
  await expect.element(title()).toHaveTextContent('What-If Bill');
  await expect.element(rows('By template')).toMatchTextContent(/Digest1.*\$00$/);
  await expectAccessible();
  await page.getByLabelText('Priced on').selectOptions('sandbox/quality');
  await expect.element(rows('By template')).toMatchTextContent(/Digest.*\+\$0\.0/);
  await expectAccessible();
  await page.getByRole('link', { name: '← Overview' }).click();
  await expectAddress('/dashboard');
});

test('a bill says how many executions of its month have lost their job', async () => {
  await signInNewPerson();
  await runJob({ name: 'Kept' });
  const jobId = await runJob({ name: 'Deleted' });
  await ask('mutation Delete($jobId: ID!) { deleteJob(jobId: $jobId) { success } }', { jobId });
  await goto(own);
  await expect
    .element(page.getByText('Only jobs that are still kept count.'))
    .toMatchTextContent('Of the 2 executions that ended in this month, 1 has no job anymore');
  await page.getByRole('link', { name: '2 executions' }).click();
  await expect.element(page.getByText('1 of 2 executions is still kept')).toBeVisible();
});

test("an admin's own bill lacks a colleague's calls, and the account's has them", async () => {
  const { accountId, admin } = await openOwnAccount();
  const [developer] = await prepare<{ email: string }[]>('users', {
    accountId,
    users: [{ email: `what-if-${admin.id}@umbra.test`, first_name: 'Dev', last_name: 'Ops' }],
  });
  if (!developer) throw new Error('no user was added');
  await signIn(developer.email);
  await runJob({ name: 'Of the developer', steps: [quickStep] });
  await signIn(admin.email);
  await goto(own);
  await expect.element(none()).toBeVisible();
  await goto('/dashboard/admin/usage/what-if');
  await expect.element(rows('By template')).toMatchTextContent('Of the developer');
  await page.getByRole('link', { name: '← Usage Reports' }).click();
  await expectAddress('/dashboard/admin/usage');
});

for (const { name, handle } of callFailures)
  test(`if ${name}, the bill says so, and tries again`, async () => {
    expectConsole(/The bill couldn't be loaded/);
    await signInNewPerson();
    const recover = interceptOperation('WhatIfBill', handle);
    await goto(own);
    await expect.element(alert("The bill couldn't be loaded.")).toBeVisible();
    recover();
    await press(button('Try again'), '{Enter}');
    await expect.element(none()).toBeVisible();
  });
