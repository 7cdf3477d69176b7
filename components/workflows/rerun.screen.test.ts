import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { changeResponse, interceptOperation, watchOperation } from '@/testing/screens/intercept-operation';
import { goto, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import {
  failingStep,
  line,
  rows,
  runJob,
  section,
  signInNewPerson,
  step,
} from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const list = '/dashboard/workflows';
const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog', { name: 'Run again' });
const field = (name: string) => dialog().getByLabelText(name, { exact: true });

const chain = {
  name: 'Chain',
  input: 'The arm stops. The pump is loud. The gripper is new.',
  steps: [
    { id: 'first', task: 'summarization', model: 'sandbox/fast' },
    { id: 'last', task: 'generation', model: 'sandbox/fast', instructions: 'Short.', dependsOn: ['first'] },
  ],
};

test('a job runs again from a step with other instructions, and both jobs are compared step by step', async () => {
  await signInNewPerson();
  const id = await runJob(chain);
  await goto(`${list}/${id}`);
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await field('Steps to run').selectOptions('From last');
  await field('Instructions').fill('In one long sentence.');
  await field('Model').fill('sandbox/none');
  await expect.element(dialog()).toMatchTextContent('sandbox/none');
  await expect.element(dialog().getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await field('Model').fill('sandbox/quality');
  await expect.element(dialog()).toMatchTextContent('1 of 2 steps will run. Reused at no cost: first.');
  await expectAccessible();
  await dialog().getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(line('This job has completed.')).toBeVisible();
  await expect.element(step('first')).toMatchTextContent(`Reused from ${id}`);
  await expect.element(section('Receipt')).toMatchTextContent('1 step was reused from an earlier job');

  await main().getByRole('link', { name: 'Compare' }).click();
  await expect
    .element(page.getByRole('table', { name: 'Measures of first' }))
    .toMatchTextContent('Completed, reused');
  await expect
    .element(page.getByRole('table', { name: 'Measures of last' }))
    .toMatchTextContent('sandbox/quality');
  const instructions = section('Steps').getByRole('group', { name: 'Instructions', exact: true });
  await expect.element(instructions).toMatchTextContent('Instructions of A');
  await expect.element(instructions.css('ins').first()).toHaveStyle('text-decoration-line: underline');
  await expect.element(section('Totals')).toMatchTextContent(/A Chain.*B Chain.*Started.*Cost/);
  await section('Request').css('summary').filter({ hasText: 'Input: the same' }).click();
  await expect.element(section('Request')).toMatchTextContent('The pump is loud.');
  await expectAccessible();
  await resize(375, 800);
  expect(await sidewaysScroll()).toBe(0);
});

test('a failed job offers to run from the step at which it failed, and names what it reuses', async () => {
  await signInNewPerson();
  const id = await runJob({
    steps: [chain.steps[0], { ...failingStep, id: 'last', dependsOn: ['first'] }],
  });
  await goto(`${list}/${id}`);
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await expect.element(field('Steps to run')).toHaveValue('last');
  await expect.element(dialog()).toMatchTextContent('This job failed at the step last.');
  await expect
    .element(dialog())
    .toMatchTextContent(/Estimate \$0\.\d+.*1 of 2 steps will run\. Reused at no cost: first\./);
  await expectAccessible();
});

test('if a part that the dialog leaves as it is has a fault, it leads to the composer with the workflow', async () => {
  await signInNewPerson();
  const id = await runJob(chain);
  await goto(`${list}/${id}`);
  const message = "A step's output is read as `steps.first.output`. A rerun can't change this.";
  interceptOperation('RerunPlan', () =>
    Response.json({
      data: null,
      errors: [
        {
          message: 'The workflow has 1 fault.',
          extensions: { code: 'WORKFLOW_INVALID', faults: [{ path: 'steps[1].input', message }] },
        },
      ],
    }),
  );
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await expect.element(dialog()).toMatchTextContent("A rerun can't change this.");
  await expectAccessible();
  await dialog().getByRole('link', { name: 'Open the workflow in the composer' }).click();
  await expect.poll(() => location.pathname + location.search).toBe(`${list}/new?from=${id}`);
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Chain');
});

test('the page asks for a job if none is given or one is given twice, and offers a list to choose from', async () => {
  await signInNewPerson();
  const [one, other] = [await runJob(chain), await runJob(chain)];
  await goto(`${list}/compare`);
  await expect.element(main()).toMatchTextContent('Choose two jobs');
  await goto(`${list}/compare?a=${one}&b=job_none`);
  await expect.element(main()).toMatchTextContent('Job B wasn’t found.');
  await expectAccessible();
  await goto(`${list}/compare?a=${one}&b=${one}`);
  await expect.element(main()).toMatchTextContent('Both are the same job, so nothing differs.');
  await goto(`${list}/compare?a=${one}`);
  await page.getByRole('button', { name: other }).click();
  await expect.element(page.getByRole('table', { name: 'Totals' })).toBeVisible();
  expect(location.search).toBe(`?a=${one}&b=${other}`);
});

test('failed jobs of a filter run again after a question with their number and price', async () => {
  await signInNewPerson();
  const failed = await runJob({ name: 'Failing', steps: [failingStep] });
  await goto(list);
  await expect.element(page.getByRole('button', { name: 'Run these again' })).not.toBeInTheDocument();
  await goto(`${list}?status=failed`);
  await page.getByRole('button', { name: 'Run these again' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('Run 1 job again?');
  const chosen = question.getByRole('table', { name: 'Jobs to run again' });
  await expect.element(chosen).toMatchTextContent(/job_\w{20}.*Failed.*PROVIDER_RATE_LIMITED.*\$0\.0/s);
  await expect.element(question).toMatchTextContent('Estimate $');
  await expectAccessible();
  await question.getByRole('button', { name: 'Run again' }).click();
  await expect.element(page.getByText('1 job started.')).toBeVisible();
  await page.getByRole('link', { name: 'Show the job' }).click();
  await expect.element(main()).toMatchTextContent(`Runs again${failed}`);
});

test('jobs that a person ticks run again after a question, and the others stay', async () => {
  await signInNewPerson();
  const failing = { steps: [failingStep] };
  const [first, second] = [
    await runJob({ name: 'First', ...failing }),
    await runJob({ name: 'Second', ...failing }),
  ];
  await runJob({ name: 'Third', ...failing });
  await runJob({ name: 'Fine' });
  await goto(list);
  await expect.element(rows()).toHaveLength(4);
  const mounted = page.getByRole('status').elements();
  await press(page.getByRole('button', { name: 'Choose jobs to run again' }), '{Enter}');
  const bar = page.getByRole('region', { name: 'Jobs to run again' });
  await expect.element(bar).toMatchTextContent('Choose failed or canceled jobs.');
  // Otherwise, it isn't read out.
  expect(mounted).toContain(bar.getByRole('status').first().element());
  const box = (name: string) => page.getByRole('checkbox', { name: `Run ${name},` });
  await expect.element(box('Fine')).not.toBeInTheDocument();
  const all = page.getByRole('checkbox', { name: 'All failed or canceled jobs of this page (3)' });
  await press(all, ' ');
  await expect.element(bar).toMatchTextContent(/3 jobs chosen\. At most \$0\.0\d+ without failed attempts\./);
  await press(box('Third'), ' ');
  await expect.element(bar).toMatchTextContent('2 jobs chosen. At most $');
  await expect.element(all).toBePartiallyChecked();
  await expectAccessible();
  await resize(375, 800);
  await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  await resize(1280, 800);
  const started = watchOperation('RerunJobs');
  await press(bar.getByRole('button', { name: 'Run again' }), '{Enter}');
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('Run 2 jobs again?');
  await expectAccessible();
  await question.getByRole('button', { name: 'Run again' }).click();
  await expect.element(bar).toMatchTextContent('2 jobs started.');
  await expect.element(bar.getByRole('link', { name: 'Show the newest jobs' })).toBeVisible();
  expect(started.map(({ jobIds }) => new Set(jobIds as string[]))).toEqual([new Set([first, second])]);
  await expect.element(bar.getByRole('button', { name: 'Run again' })).toHaveFocus();

  // They were run again by now.
  await box('First').click();
  await expect.element(bar).toMatchTextContent("1 job chosen. 1 can't run again.");
  await bar.getByRole('button', { name: 'Run again' }).click();
  await expect.element(question).toMatchTextContent('None of these jobs can run again.');
  await expect
    .element(question.getByRole('list', { name: 'Skipped jobs' }))
    .toMatchTextContent(`${first} This job was run again before.`);
});

test('if none of the newest jobs can run again, older ones are checked', async () => {
  await signInNewPerson();
  const id = await runJob({ name: 'Failing', steps: [failingStep] });
  const asked = watchOperation('RerunJobsPlan');
  const recover = interceptOperation(
    'RerunJobsPlan',
    changeResponse(({ planRerunJobs }: { planRerunJobs: object }) => {
      const none = { jobs: 0, pricedJobs: 0, chosen: [], hasMore: true, lastJobId: id };
      Object.assign(planRerunJobs, none, { leftOut: [{ __typename: 'LeftOutJob', code: 'CONFLICT' }] });
    }),
  );
  await goto(`${list}?status=failed`);
  await page.getByRole('button', { name: 'Run these again' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('None of these jobs can run again.');
  await expectAccessible();
  recover();
  await question.getByRole('button', { name: 'Check older jobs' }).click();
  await expect.element(question).toMatchTextContent('No jobs are left to run again.');
  expect(asked.map(({ after }) => after)).toEqual([null, id]);
  expect(question.element().contains(document.activeElement)).toBe(true);
});
