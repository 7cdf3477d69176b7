import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
} from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { alert, bulkList, button, startRun, table } from '@/testing/screens/pages/bulk-page';
import { expectAddress, line, signInNewPerson, slowStep, title } from '@/testing/screens/pages/jobs-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';
import { press } from '@/testing/screens/press';

const rows = () => table('Bulk runs').css('tbody tr');
const names = () => textsOf(rows().css('th a'));

test('a person without runs sees what a run is, and how to start one', async () => {
  await signInNewPerson();
  const release = holdOperation('BulkRuns');
  await goto(bulkList);
  await expect.element(line('Loading runs...')).toBeVisible();
  release();
  await expect.element(page.getByText('No bulk runs yet')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Start a run' }).click();
  await expectAddress(`${bulkList}/new`);
});

test('runs are listed newest first and live; a status and a name filter them by the address', async () => {
  await signInNewPerson();
  await startRun({ name: 'Tried', tryRows: 2 });
  await startRun({ name: 'Slow', step: slowStep });
  await goto(bulkList);
  await expect.poll(names).toEqual(['Slow', 'Tried']);
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  expect(textsOf(navigation.css('[aria-current=page]'))).toEqual(['Bulk Runs']);
  await expect.element(rows().filter({ hasText: 'Slow' })).toMatchTextContent('Completed');
  await expect.element(rows().filter({ hasText: 'Tried' })).toMatchTextContent('2 of 8 (25%)');
  await page.css('[name=status]').selectOptions('TRIED');
  await expectAddress(`${bulkList}?status=tried`);
  await expect.poll(names).toEqual(['Tried']);
  await page.css('[name=status]').selectOptions('STOPPED');
  await expect.element(page.getByText('No runs match these filters.')).toBeVisible();
  await expectAccessible();
  await press(button('Clear filters'), '{Enter}');
  await expect.element(title()).toHaveFocus();
  await expect.element(rows()).toHaveLength(2);
  // Without Enter, in any case, by a part.
  await page.css('[name=name]').fill('SLO');
  await expectAddress(`${bulkList}?name=SLO`);
  await expect.poll(names).toEqual(['Slow']);
  await expectAccessible();
  await press(button('Clear filters'), '{Enter}');
  await expect.element(page.css('[name=name]')).toHaveValue('');
  await expect.element(rows()).toHaveLength(2);
  await page.getByRole('link', { name: 'Tried' }).click();
  await expect.element(title()).toHaveTextContent('Tried');
  await page.getByRole('link', { name: '← Bulk Runs' }).click();
  await expectAddress(bulkList);
});

test('a long list is paged, and fits on a phone and every wider screen', async () => {
  await signInNewPerson();
  await startRun({ name: `A${'very'.repeat(25)} long name` });
  interceptOperation(
    'BulkRuns',
    changeResponse<{ listBulkJobs: { id: string }[] }>((data) => {
      const [run] = data.listBulkJobs;
      data.listBulkJobs = Array.from({ length: 21 }, (_, index) => ({ ...run, id: `bulk_${index}` }));
    }),
  );
  await goto(bulkList);
  await expect.element(rows()).toHaveLength(20);
  await expect.element(button('Older')).toBeVisible();
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
});

for (const { name, handle } of callFailures)
  test(`if ${name}, the list says so, and tries again`, async () => {
    expectConsole(/A list of BulkJob couldn't be loaded/);
    await signInNewPerson();
    await startRun();
    const recover = interceptOperation('BulkRuns', handle);
    await goto(bulkList);
    await expect.element(alert("Runs couldn't be loaded.")).toBeVisible();
    recover();
    await press(button('Try again'), '{Enter}');
    await expect.element(rows()).toHaveLength(1);
  });

test("an admin sees the account's runs with their starters, filters by person, and opens a colleague's", async () => {
  const { accountId, admin } = await openOwnAccount();
  const [developer] = await prepare<{ id: string; email: string }[]>('users', {
    accountId,
    users: [{ email: `bulk-${admin.id}@umbra.test`, first_name: 'Dev', last_name: 'Ops' }],
  });
  if (!developer) throw new Error('no user was added');
  await signIn(developer.email);
  await startRun({ name: 'Of the developer' });
  await signIn(admin.email);
  await startRun({ name: 'Of the admin' });
  await goto('/dashboard/admin/workflows/bulk');
  await expect.poll(names).toEqual(['Of the admin', 'Of the developer']);
  await expect.element(rows().last()).toMatchTextContent('Dev Ops');
  await expectAccessible();
  await page.css('[name=user]').selectOptions(developer.id);
  await expect.poll(names).toEqual(['Of the developer']);
  await page.getByRole('link', { name: 'Of the developer' }).click();
  await expect.element(page.getByRole('main')).toMatchTextContent('Started byDev Ops');
  const run = location.pathname;
  await table('Rows').getByRole('link', { name: '2', exact: true }).click();
  await page.getByRole('link', { name: 'Of the developer, line 2' }).click();
  await expectAddress(run);
  await goto(bulkList);
  await expect.poll(names).toEqual(['Of the admin']);
});
