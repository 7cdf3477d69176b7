import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { changeResponse, holdOperation, interceptOperation } from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import {
  askingStep,
  cell,
  expectAddress,
  filter,
  row,
  rows,
  runJob,
  section,
  signInNewPerson,
  startAsking,
  startJob,
  step,
} from '@/testing/screens/pages/jobs-page';
import { tokenOf } from '@/testing/screens/pages/session-page';
import { openOwnAccount } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';
import type { Job, JobAttempt } from './job';

const list = '/dashboard/workflows';
const waiting = 'Waiting for approval';
const names = () => textsOf(rows().css('th a'));

test('a job that waits for a person reads the same in the list, its filter, file, page, comparison, and search', async () => {
  await signInNewPerson();
  const id = await startAsking('Asks');
  const other = await runJob({ name: 'Plain' });
  await goto(list);
  await expect.element(cell('Asks', 'Status')).toHaveTextContent(waiting);
  await filter('status').selectOptions(waiting);
  await expectAddress(`${list}?status=waiting`);
  await expect.poll(names).toEqual(['Asks']);
  const saved = vi.spyOn(URL, 'createObjectURL');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect.element(page.getByText('1 job downloaded.')).toBeVisible();
  const file = saved.mock.calls.at(-1)?.[0] as Blob;
  expect(await file.text()).toContain(`Asks,RUNNING,${waiting},`);

  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Asks');
  await expect.element(page.getByRole('option', { name: /Asks/ })).toMatchTextContent(`${id} · ${waiting}`);
  await userEvent.keyboard('{Escape}');

  await goto(`${list}/${id}`);
  await expect.element(step('check')).toMatchTextContent(waiting);
  await section('Timeline').css('summary').first().click();
  await expect.element(section('Timeline')).toMatchTextContent(waiting);
  await expect.element(section('Timeline')).not.toMatchTextContent('Running');

  await goto(`${list}/compare?a=${id}&b=${other}`);
  await expect.element(page.getByRole('table', { name: 'Totals' })).toMatchTextContent(waiting);
  await expect.element(page.getByRole('table', { name: 'Measures of check' })).toMatchTextContent(waiting);
});

test('a job asks above everything else, and its step says who decided, with date and time', async () => {
  await signInNewPerson();
  await goto(`${list}/${await startAsking('Asks')}`);
  const asked = section('Waiting for approval');
  await expect.element(asked).toMatchTextContent('Is it right?');
  const top = (element: Element) => element.getBoundingClientRect().top;
  expect(top(asked.element())).toBeLessThan(top(page.getByRole('main').css('ul.border-y').element()));
  await expect.element(step('check')).toMatchTextContent('Decide at the top of this page');
  await asked.getByRole('button', { name: 'Refuse' }).click();
  await asked.getByRole('button', { name: 'Refuse' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: /^check / })).toHaveFocus();
  await expect
    .element(step('check'))
    .toMatchTextContent(/Refused by .+ on \w{3} \d+, \d{4}, \d\d:\d\d UTC\./);
});

test('after a decision, the focus stays with the questions until none is left', async () => {
  await signInNewPerson();
  const steps = ['one', 'two'].map((id) => ({ id, task: 'approval' }));
  await goto(`${list}/${await startJob({ name: 'Asks twice', mode: 'PARALLEL', steps })}`);
  const approve = section(waiting).getByRole('button', { name: 'Approve' });
  await expect.element(approve).toHaveLength(2);
  await approve.first().click();
  await expect.element(page.getByRole('heading', { name: waiting })).toHaveFocus();
  await approve.click();
  await expect.element(page.getByRole('heading', { name: /^two / })).toHaveFocus();
});

test("a text that was edited or refused can still be read, and an edit isn't called sandbox output", async () => {
  await signInNewPerson();
  const decide = `mutation Decide($jobId: ID!, $decision: ApprovalDecision!, $text: String) {
    decideApproval(jobId: $jobId, stepId: "check", decision: $decision, text: $text) { jobId }
  }`;
  for (const decision of [{ decision: 'EDIT', text: 'Better.' }, { decision: 'REFUSE' }]) {
    const jobId = await startAsking(decision.decision);
    await ask(decide, { jobId, ...decision });
    await goto(`${list}/${jobId}`);
    await step('check').getByText('Text before the decision').click();
    await expect.element(step('check')).toMatchTextContent('The gripper is quieter.');
    await expect.element(page.getByText('Sandbox output')).not.toBeInTheDocument();
  }
});

test('a long wait for a person is drawn with a break, and its time is in words', async () => {
  await signInNewPerson();
  const steps = [
    { id: 'draft', task: 'summarization', model: 'sandbox/slow' },
    { ...askingStep, dependsOn: ['draft'] },
  ];
  const id = await startJob({ name: 'Asks', steps });
  const earlier = (at: string) => String(Number(at) - 2 * 24 * 3_600_000);
  const sentEarlier = changeResponse<{ getJobResult: Job; listAttempts: JobAttempt[] }>((data) => {
    const { getJobResult: job, listAttempts } = data;
    for (const timed of [job, ...listAttempts, ...job.steps])
      if (timed.startedAt !== null) timed.startedAt = earlier(timed.startedAt);
    job.createdAt = earlier(job.createdAt);
    for (const { id, approval, ...step } of job.steps) {
      if (id === 'draft' && step.finishedAt !== null)
        Object.assign(job.steps[0] ?? {}, { finishedAt: earlier(step.finishedAt) });
      if (approval) approval.requestedAt = earlier(approval.requestedAt);
    }
  });
  interceptOperation('Job', sentEarlier);
  await goto(`${list}/${id}`);
  await section(waiting).getByRole('button', { name: 'Approve' }).click();
  await expect.element(section(waiting)).not.toBeInTheDocument();
  const timeline = section('Timeline');
  await expect.element(timeline).toMatchTextContent('The wait of 48 h 0 min for a person is drawn shorter');
  const bar = timeline.css('summary').last().css('[title^="Waited for a person"]').element();
  const { width } = bar.getBoundingClientRect();
  expect(width / (bar.parentElement?.clientWidth ?? 0)).toBeCloseTo(0.25, 1);
  await resize(375, 800);
  const label = timeline.css('div.tabular-nums > span').filter({ hasText: '48 h 0 min' });
  await expect.element(label).toBeVisible();
  // The axis allows for seven pixels a character.
  expect(label.element().getBoundingClientRect().width).toBeLessThanOrEqual(7 * '48 h 0 min'.length);
  await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  await expectAccessible();
});

test("the developer's navigation counts what waits for them, up to nine, and follows their decision", async () => {
  await signInNewPerson();
  const id = await startAsking('Asks');
  await goto(`${list}/${id}`);
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
  await expect.element(link('Workflows 1 waiting for approval')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.element(link('Workflows')).toBeVisible();
  for (let number = 1; number <= 10; number += 1) await startAsking(`Asks ${number}`);
  await goto(list);
  await expect.element(link('Workflows 9+ waiting for approval')).toBeVisible();
  const open = page.getByRole('button', { name: 'Approvals 10' });
  await expect.element(open).toHaveAttribute('aria-expanded', 'false');
  await press(open, '{Enter}');
  await expectAccessible();
  await page.getByRole('link', { name: 'List all jobs that wait' }).click();
  await expect.element(rows()).toHaveLength(10);
  await resize(375, 800);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(link('Workflows 9+ waiting for approval')).toBeVisible();
  expect(sidewaysScroll()).toBe(0);
});

test('the list is shown before its approvals, which move nothing when they come', async () => {
  await signInNewPerson();
  await startAsking('Asks');
  const release = holdOperation('OpenApprovals');
  await goto(list);
  await expect.element(row('Asks')).toBeVisible();
  const top = () => row('Asks').element().getBoundingClientRect().top;
  const before = top();
  release();
  const open = page.getByRole('button', { name: 'Approvals 1' });
  await expect.element(open).toBeVisible();
  expect(top()).toBe(before);
  await open.click();
  await expect
    .element(page.getByRole('region', { name: 'Waiting for approval 1' }))
    .toMatchTextContent('check');
});

test("the console's navigation counts what waits in the account", async () => {
  const { admin } = await openOwnAccount();
  await signIn(admin.email);
  await startAsking('Asks', await tokenOf(admin.email));
  await goto('/dashboard/admin');
  const nav = page.getByRole('navigation', { name: 'Switchyard Admin' });
  await expect.element(nav.getByRole('link', { name: 'Workflows 1 waiting for approval' })).toBeVisible();
  await expectAccessible();
});
