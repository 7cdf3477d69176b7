import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import {
  cell,
  endlessStep,
  expectAddress,
  filter,
  line,
  question,
  row,
  rows,
  runJob,
  startJob,
  title,
} from '@/testing/screens/pages/jobs-page';
import { tokenOf } from '@/testing/screens/pages/session-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';

const list = '/dashboard/admin/workflows';
const names = () => textsOf(rows().css('th a'));

/** Signs in the admin of a new account, in which the admin and a developer, Dev Ops, have run a job each. */
async function openAccountWithJobs() {
  const { accountId, admin } = await openOwnAccount();
  const [developer] = await prepare<{ id: string; email: string }[]>('users', {
    accountId,
    users: [{ email: `dev-${admin.id}@umbra.test`, first_name: 'Dev', last_name: 'Ops' }],
  });
  if (!developer) throw new Error('no user was added');
  const token = await tokenOf(developer.email);
  await signIn(admin.email);
  await runJob({ name: 'Of the admin' });
  await runJob({ name: 'Of the developer' }, token);
  return { developer, token };
}

test("an admin sees everyone's jobs with the person's name, and filters by person; their own page lists their own", async () => {
  const { developer } = await openAccountWithJobs();
  await goto(list);
  await expect.poll(names).toEqual(['Of the developer', 'Of the admin']);
  await expect.element(cell('Of the developer', 'Started by')).toHaveTextContent('Dev Ops');
  await expect.element(cell('Of the admin', 'Started by')).toHaveTextContent('Uma Reyes');
  await expectAccessible();
  await filter('user').selectOptions(developer.id);
  await expectAddress(`${list}?user=${developer.id}`);
  await expect.poll(names).toEqual(['Of the developer']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(rows()).toHaveLength(2);
  await goto(`/dashboard/workflows?user=${developer.id}`);
  await expect.poll(names).toEqual(['Of the admin']);
  await expect.element(page.getByRole('columnheader', { name: 'Started by' })).not.toBeInTheDocument();
});

test("the page of a developer's job says who started it, and lets an admin cancel and delete it", async () => {
  const { token } = await openAccountWithJobs();
  const id = await startJob({ name: 'Endless', steps: [endlessStep] }, token);
  await goto(list);
  await page.getByRole('link', { name: 'Endless' }).click();
  await expectAddress(`${list}/${id}`);
  await expect.element(title()).toHaveTextContent('Endless');
  const main = page.getByRole('main');
  await expect.element(main.css('dl').first()).toMatchTextContent('Started byDev Ops');
  await expect
    .element(page.getByRole('navigation', { name: 'Switchyard Admin' }).css('[aria-current=page]'))
    .toHaveTextContent('Workflows');
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel job' }).click();
  await question().getByRole('button', { name: 'Cancel job' }).click();
  await expect.element(line('This job was canceled.')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for this job' }).click();
  await page.getByRole('menuitem', { name: 'Delete job' }).click();
  await question().getByRole('button', { name: 'Delete job' }).click();
  await expect.element(page.getByText('Job deleted.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '← Workflows' }).click();
  await expect.poll(names).toEqual(['Of the developer', 'Of the admin']);
});

test("a name that can't be read is replaced by the id of the person", async () => {
  expectConsole(/The name of the person who started a job couldn't be loaded/);
  interceptOperation('UserSummary', refuse('no'));
  const { developer } = await openAccountWithJobs();
  await goto(list);
  await expect.element(cell('Of the developer', 'Started by')).toHaveTextContent(developer.id);
});

test('an account without jobs shows how to start one; the page fits at every width', async () => {
  const { admin } = await openOwnAccount();
  await signIn(admin.email);
  await goto(list);
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  await openAccountWithJobs();
  for (const width of [320, 375, 768, 1280, 1440]) {
    await resize(width, 800);
    await goto(list);
    await expect.element(row('Of the admin')).toBeVisible();
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
});
