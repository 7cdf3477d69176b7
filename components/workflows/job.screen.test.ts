import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  countCalls,
  holdOperation,
  interceptOperation,
  latch,
  noNetwork,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import {
  attempts,
  endlessStep,
  expectAddress,
  failingStep,
  line,
  question,
  quickStep,
  rows,
  runJob,
  section,
  signInNewPerson,
  slowStep,
  startJob,
  step,
  title,
} from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const list = '/dashboard/workflows';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) => question().getByRole('button', { name, exact: true });
/** Duration, cost and tokens, above everything else. */
const numbers = () => page.getByRole('main').css('ul.border-y > li');
const sandboxNote = 'Sandbox output: made by text algorithms, not by an AI model.';

/** Changes what the API says of a job. */
interface Answer {
  getJobResult: { cost: number | null; contentRemoved: boolean; result: unknown; steps: object[] };
  listAttempts: object[];
}
const changeJob = (change: (data: Answer) => unknown) => interceptOperation('Job', changeResponse(change));

/** Runs a workflow as a new person, and opens its job. */
async function openJob(workflow: object = {}): Promise<string> {
  await signInNewPerson();
  const id = await runJob(workflow);
  await goto(`${list}/${id}`);
  await expect.element(section('Steps')).toBeVisible();
  return id;
}

/** Chooses to delete the open job, by keyboard. */
async function askToDelete(): Promise<void> {
  await press(button('More actions for this job'), '{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Run again with changes' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete job' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
}

/** Starts a workflow as a new person, and opens its job while it runs. */
async function openRunning(...steps: object[]): Promise<string> {
  await signInNewPerson();
  const id = await startJob({ name: 'Digest', steps });
  await goto(`${list}/${id}`);
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
  return id;
}

const twoSteps = [
  {
    id: 'topic',
    task: 'classification',
    strategy: 'SPEED',
    options: { labels: ['hardware', 'software'] },
  },
  { ...failingStep, dependsOn: ['topic'], input: '{{ input }}', fallbacks: ['sandbox/quality'] },
];

test('a job shows what it took and its result; each step its model, the reason, its numbers and output', async () => {
  const id = await openJob({ name: 'Triage', steps: twoSteps, metadata: { ticket: 'T-12' } });
  await expect.element(title()).toHaveTextContent('Triage');
  await expect.poll(() => document.title).toBe('Triage | Switchyard');
  await expect.element(line('This job has completed.')).toBeVisible();
  const main = page.getByRole('main');
  expect(textsOf(numbers())).toEqual([
    expect.stringMatching(/^Duration\d+(\.\d)? m?s$/),
    expect.stringMatching(/^Cost\$0\.0\d+$/),
    expect.stringMatching(/^Tokens in\d+$/),
    expect.stringMatching(/^Tokens out\d+$/),
  ]);
  await expect.element(main).toMatchTextContent(id);
  await expect.element(section('Metadata')).toMatchTextContent('{ "ticket": "T-12" }');
  await expect.element(section('Result')).toMatchTextContent('The arm no longer stalls');
  await expect.element(section('Result')).toMatchTextContent(sandboxNote);
  expect(textsOf(section('Steps').css('h3'))).toEqual(['topic classification', 'summary summarization']);
  await expect.element(step('topic')).toMatchTextContent('sandbox/fastFastest of the models that fit.');
  await expect.element(step('topic').css('pre')).toMatchTextContent('"label": "hardware"');
  await expect.element(step('topic')).toMatchTextContent(sandboxNote);
  await expectAccessible();

  await button('Copy job ID').click();
  expect(await navigator.clipboard.readText()).toBe(id);
  await button('Copy output of topic').click();
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ label: 'hardware' });
});

test('the receipt of a step says what each attempt did; the same is behind a disclosure as a table', async () => {
  await openJob({ steps: twoSteps });
  await expect.element(step('summary')).toMatchTextContent('Tried first: sandbox/limited');
  const receipt = step('summary').getByRole('list', { name: 'Receipt of summary' });
  await expect.element(receipt).toMatchTextContent('sandbox/limited returned HTTP 429 after');
  await expect.element(receipt).toMatchTextContent('sandbox/quality served the step in');
  await expect.element(receipt).toMatchTextContent('per million: $0.0');
  await expect.element(section('Receipt')).toMatchTextContent('Spent without a result$0');
  await expect.element(section('Receipt')).toMatchTextContent(/Estimate\$0\.0\d+ at most \$0\.0\d+/);
  await expect
    .element(section('Receipt').getByRole('list', { name: "Why the cost isn't the estimate" }))
    .toMatchTextContent('A fallback with other prices served in summary.');
  await expect.element(step('summary')).toMatchTextContent('Estimate with sandbox/limited: $0.0');
  await expect.element(step('topic')).toMatchTextContent('Not needed: sandbox/quality');
  await press(step('summary').getByText('Attempts (2)'), '{Enter}');
  expect(textsOf(attempts('summary').css('th'))).toEqual(['1. sandbox/limited', '2. sandbox/quality']);
  await expect.element(attempts('summary').first()).toMatchTextContent('PROVIDER_RATE_LIMITED HTTP 429');
  await expect.element(attempts('summary').last()).toMatchTextContent('Completed');
  const only = page.getByRole('table', { name: 'Attempts of topic' });
  await expect.element(only).not.toBeInTheDocument();
  await press(step('topic').getByText('Attempts (1)'), '{Enter}');
  await expect.element(only).toBeVisible();
  await expectAccessible();
});

test('the timeline has a row per step in the order of the graph, which opens to its notes', async () => {
  await openJob({ steps: twoSteps });
  const timeline = section('Timeline');
  await expect.element(timeline).toMatchTextContent('after topic');
  await expect
    .element(timeline.getByRole('list', { name: 'Where the time went' }))
    .toMatchTextContent('Our own time');
  const notes = timeline.getByRole('table', { name: 'Timeline of summary' });
  await expect.element(notes).not.toBeInTheDocument();
  await press(timeline.css('summary').nth(1), '{Enter}');
  await expect.element(notes).toMatchTextContent('Waited for topic');
  await expect.element(notes).toMatchTextContent('Checked and wrote the output');
  await expectAccessible();
});

test('a failed job names the step and what to do; its code leads to the docs, and skipped steps say why', async () => {
  await openJob({ steps: [failingStep, { ...quickStep, id: 'after', dependsOn: ['summary'] }] });
  await expect.element(line('This job has failed.')).toBeVisible();
  const result = section('Result');
  await expect.element(result).toMatchTextContent('PROVIDER_RATE_LIMITED in step summary.');
  await expect.element(result).toMatchTextContent('The same workflow may succeed if you start it again.');
  await expect
    .element(result.getByRole('link', { name: 'PROVIDER_RATE_LIMITED' }))
    .toHaveAttribute('href', '/dashboard/devdocs/errors/provider#PROVIDER_RATE_LIMITED');
  await expect.element(step('after')).toMatchTextContent('Skipped');
  await expect.element(step('after')).toMatchTextContent('DEPENDENCY_FAILED in step summary.');
  await expect.element(page.getByText(sandboxNote)).not.toBeInTheDocument();
  await expectAccessible();
});

test('a job whose final step was skipped has no result, and leads to the last output', async () => {
  await openJob({
    steps: [quickStep, { ...quickStep, id: 'after', dependsOn: ['summary'], condition: 'false' }],
  });
  await expect.element(section('Result')).toMatchTextContent('The last output is that of summary.');
  await expectAccessible();
  await press(button('Show step'), '{Enter}');
  await expect.element(step('summary').getByRole('heading')).toHaveFocus();
});

test('code between the backticks of an error or its remedy is shown as code', async () => {
  changeJob(({ getJobResult }) => {
    const message = 'At `totals`: a number is required.';
    const error = { code: 'STRUCTURE_INVALID', message, stepId: null, retryable: false, docs: null };
    Object.assign(getJobResult, { status: 'FAILED', error });
  });
  await openJob();
  const result = section('Result');
  await expect.element(result).toMatchTextContent('Or set on_invalid to report.');
  expect(textsOf(result.css('code'))).toEqual(['totals', 'STRUCTURE_INVALID', 'on_invalid', 'report']);
  await expect.element(result).not.toMatchTextContent('`');
});

test('lost and passed-over attempts, estimates and unknown costs are marked as such', async () => {
  changeJob(({ getJobResult, listAttempts }) => {
    getJobResult.cost = null;
    Object.assign(getJobResult.steps[0] ?? {}, { cost: null });
    const [known] = listAttempts;
    const lost = { ...known, number: 2, outcome: 'LOST', estimated: true, code: 'WORKER_LOST', cost: null };
    const passed = {
      ...known,
      number: 3,
      outcome: 'PASSED_OVER',
      firstTokenMs: null,
      code: 'CONTEXT_EXCEEDED',
      message: 'Too long.',
    };
    const strange = { ...known, number: 4, outcome: 'FAILED', code: 'NEVER_HEARD_OF', cachedInputTokens: 7 };
    listAttempts.push(lost, passed, strange);
  });
  await openJob();
  await expect.element(numbers().nth(1)).toHaveTextContent('Costunknown');
  await expect.element(step('summary')).toMatchTextContent('Costunknown');
  const attempt = (number: number) => attempts('summary').nth(number - 1);
  await press(step('summary').getByText('Attempts (3), 1 passed over'), '{Enter}');
  await expect
    .element(attempt(2))
    .toMatchTextContent(/Lost.*Its tokens and cost are estimates\..*Estimated.*unknown/s);
  await expect.element(attempt(3)).toMatchTextContent(/Passed over CONTEXT_EXCEEDED Too long\.————$/);
  await expect.element(attempt(4)).toMatchTextContent(/^3\. .*of these 7 from the cache/s);
  await expect.element(attempt(4).getByRole('link')).not.toBeInTheDocument();
});

test('a job that runs is followed to its end, step by step', async () => {
  await openRunning(slowStep, { ...quickStep, id: 'last', dependsOn: ['summary'] });
  await expect.element(step('summary')).toMatchTextContent(/Running.*sandbox\/slow/);
  await expect.element(step('last')).toMatchTextContent('Pending');
  await expect.element(section('Result')).toMatchTextContent('The result appears here');
  await expectAccessible();
  await expect.element(line('This job has completed.')).toBeVisible();
  await expect.element(step('last')).toMatchTextContent('Completed');
  await expect.element(section('Result').css('pre')).toMatchTextContent('The arm no longer stalls');
});

test('a job that runs is read again when its tab is shown, also without an update', async () => {
  holdOperation('JobUpdates');
  await openRunning(endlessStep);
  const readings = countCalls('Job');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => readings.count).toBe(1);
});

test('a reading that fails leaves the job as it is, and the next reading continues', async () => {
  await openRunning(slowStep);
  let failures = 0;
  const recover = interceptOperation('Job', (call) => {
    failures += 1;
    return noNetwork(call);
  });
  await expect.poll(() => failures).toBeGreaterThan(1);
  await expect.element(step('summary')).toMatchTextContent('Running');
  recover();
  await expect.element(line('This job has completed.')).toBeVisible();
});

test('a job that runs is canceled after a question, which is said once; it can be kept, and the button keeps the focus', async () => {
  const id = await openRunning(endlessStep, { ...quickStep, id: 'last', dependsOn: ['summary'] });
  await press(button('Cancel job'), '{Enter}');
  await expect.element(question()).toMatchTextContent('Are you sure you want to cancel this job?');
  await expect.element(inDialog('Keep')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(button('Cancel job')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await inDialog('Cancel job').click();
  await expect.element(line('This job was canceled.')).toBeVisible();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(button('Run again')).toHaveFocus();
  await expect.element(step('summary')).toMatchTextContent('Canceled');
  await expect.element(step('last')).toMatchTextContent('Skipped');
  await expect.element(step('last')).not.toMatchTextContent('JOB_CANCELED');
  await expect
    .element(section('Result'))
    .toMatchTextContent('The job was canceled before it had a result.JOB_CANCELED. If that was a mistake,');
  await expectAccessible();
  const { getJobResult } = await ask<{ getJobResult: { status: string } }>(
    'query Status($id: ID!) { getJobResult(jobId: $id) { status } }',
    { id },
  );
  expect(getJobResult.status).toBe('CANCELED');
});

test("a job that ends during the question can't be canceled anymore: the dialog says so, and the page shows its end", async () => {
  await openRunning(slowStep);
  await button('Cancel job').click();
  await expect.element(question()).toMatchTextContent('This job has already ended.');
  await expect.element(inDialog('Cancel job')).toBeDisabled();
  await expect.element(inDialog('Close')).toHaveFocus();
  await expectAccessible();
  await inDialog('Close').click();
  await expect.element(line('This job has completed.')).toBeVisible();
  await expect.element(button('Run again')).toBeVisible();
});

test('a job that has ended before the page knows is shown as it is, without an error', async () => {
  expectConsole(/The job couldn't be canceled/);
  await openRunning(endlessStep);
  await button('Cancel job').click();
  interceptOperation('CancelJob', async ({ send }) => {
    await send();
    const conflict = { message: 'This job has already failed.', extensions: { code: 'CONFLICT' } };
    return Response.json({ data: null, errors: [conflict] });
  });
  await inDialog('Cancel job').click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(line('This job was canceled.')).toBeVisible();
});

test('a job runs again in a dialog with its price, as a job of its own; what the server refuses is said', async () => {
  expectConsole(/The workflow couldn't be started again/);
  const id = await openJob({ name: 'Digest' });
  await press(button('Run again'), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Run again' });
  await expect.element(dialog).toMatchTextContent('1 step will run, as an execution of its own.');
  await expect.element(dialog).toMatchTextContent('Estimate $');
  await expectAccessible();
  const run = dialog.getByRole('button', { name: 'Run', exact: true });
  const stop = interceptOperation('RerunJob', refuse('Your plan has no executions left.'));
  await run.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Your plan has no executions left.');
  stop();
  await run.click();
  await expect.poll(() => location.pathname).toMatch(new RegExp(`^${list}/job_(?!${id.slice(4)})`));
  await expect.element(line('This job has completed.')).toBeVisible();
  await expect.element(title()).toHaveTextContent('Digest');
  await expect.element(page.getByRole('main')).toMatchTextContent(`Runs again${id}`);
});

test('the output of the only step and the error of a job are shown once', async () => {
  await openJob();
  await expect.element(section('Result').css('pre')).toBeVisible();
  await expect.element(step('summary').css('pre')).not.toBeInTheDocument();
  const id = await runJob({ steps: [failingStep] });
  await goto(`${list}/${id}`);
  await expect.element(section('Result')).toMatchTextContent('PROVIDER_RATE_LIMITED');
  expect(section('Steps').css('.text-red').elements()).toEqual([]);
});

test('a job that has ended is deleted after a question that names what goes, and is gone', async () => {
  const id = await openJob({ name: 'Digest' });
  await askToDelete();
  await expect.element(question()).toMatchTextContent('Are you sure you want to delete this job?');
  await expect
    .element(question())
    .toMatchTextContent('files are removed permanently, and links to the files stop');
  await inDialog('Keep').click();
  await expect.element(title()).toHaveTextContent('Digest');
  await expect.element(button('More actions for this job')).toHaveFocus();
  await askToDelete();
  await inDialog('Delete job').click();
  await expect.element(page.getByText('Job deleted.', { exact: true })).toBeVisible();
  await expect.element(title()).toHaveFocus();
  await expect.element(page.getByText('Digest')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByText('Its cost stays in the usage.').getByRole('link').click();
  await expectAddress(list);
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  await goto(`${list}/${id}`);
  await expect.element(page.getByText('Job not found.', { exact: true })).toBeVisible();
});

test('if the API refuses to delete a job, the dialog says why and the job stays', async () => {
  expectConsole(/The job couldn't be deleted/);
  await openJob({ name: 'Digest' });
  interceptOperation('DeleteJob', refuse('The site is busy.'));
  await askToDelete();
  await inDialog('Delete job').click();
  await expect.element(question().getByRole('alert')).toHaveTextContent('The site is busy.');
  await inDialog('Keep').click();
  await expect.element(title()).toHaveTextContent('Digest');
});

test("an unknown job, a colleague's job, and a job that is deleted elsewhere while it is open aren't found", async () => {
  const missing = page.getByText('There is no job at this address, or it has been deleted.');
  await signIn('dev@acme.test');
  const theirs = await runJob();
  await signInNewPerson();
  for (const id of [theirs, 'job_nonexistent']) {
    await goto(`${list}/${id}`);
    await expect.element(missing).toBeVisible();
    await expectAccessible();
  }
  const id = await openRunning(endlessStep);
  const { held, release } = latch();
  interceptOperation('Job', async ({ send }) => {
    await held;
    return send();
  });
  await ask('mutation Cancel($id: ID!) { cancelJob(jobId: $id) { status } }', { id });
  await ask('mutation Delete($id: ID!) { deleteJob(jobId: $id) { success } }', { id });
  release();
  await expect.element(missing).toBeVisible();
});

test('content that is no longer kept is said to be removed; counts and costs stay', async () => {
  changeJob(({ getJobResult }) => {
    Object.assign(getJobResult, { contentRemoved: true, result: null });
    Object.assign(getJobResult.steps[0] ?? {}, { output: null });
  });
  await openJob();
  await expect.element(section('Result')).toMatchTextContent('The content is no longer kept.');
  await expect.element(step('summary')).toMatchTextContent(/Cost\$0\.0/);
  await expect.element(page.css('pre')).not.toBeInTheDocument();
});

test('a job that was canceled before it started says so, and neither when it did nor that its content has expired', async () => {
  changeJob(({ getJobResult }) => {
    const canceled = { status: 'CANCELED', contentRemoved: true, startedAt: null, result: null };
    Object.assign(getJobResult, canceled);
  });
  await openJob();
  await expect.element(section('Result')).toMatchTextContent('The job was canceled before it started.');
  const facts = page.getByRole('main').css('dl').first();
  await expect.element(facts).toMatchTextContent(/Created\w+ \d+, \d{4}.*StartedNever/);
});

test('a long output has a bounded height, and is scrolled by keyboard', async () => {
  const text = Array.from({ length: 500 }, (_, index) => `Line ${index}`).join('\n');
  changeJob(({ getJobResult }) => {
    getJobResult.result = { text };
  });
  await openJob();
  const box = section('Result').css('pre');
  await expect.element(box).toHaveAttribute('tabindex', '0');
  expect(box.element().clientHeight).toBeLessThanOrEqual(360);
  await expectAccessible();
  await press(box, '{End}');
  await expect.poll(() => box.element().scrollTop).toBeGreaterThan(1_000);
  await button('Copy result').click();
  expect(await navigator.clipboard.readText()).toBe(text);
});

test('a job whose outputs are too large for one response shows its steps, and loads each output when asked', async () => {
  const extensions = { code: 'RESPONSE_TOO_LARGE' };
  const tooLarge = { data: null, errors: [{ message: 'A response has space for 4 MiB.', extensions }] };
  interceptOperation('Job', ({ variables, send }) => (variables.outputs ? Response.json(tooLarge) : send()));
  await openJob({ name: 'Digest' });
  await expect.element(line('This job has completed.')).toBeVisible();
  await expect
    .element(section('Result'))
    .toMatchTextContent('The outputs are too large to be shown together.');
  await expect.element(step('summary')).toMatchTextContent(/The output has \d+ bytes\./);
  await expectAccessible();
  const recover = interceptOperation('StepOutput', noNetwork);
  await press(button('Load output of summary'), '{Enter}');
  await expect
    .element(step('summary').getByRole('alert'))
    .toHaveTextContent("The output of summary couldn't be loaded.");
  recover();
  await button('Try again').click();
  await expect.element(step('summary').css('pre')).toMatchTextContent('The arm no longer stalls');
  await expectAccessible();
});

test('while a job loads it says so; on a phone and every wider screen it fits', async () => {
  await signInNewPerson();
  const id = await runJob({ name: `A${'very'.repeat(25)} long name`, steps: twoSteps });
  const release = holdOperation('Job');
  await goto(`${list}/${id}`);
  await expect.element(line('Loading job...')).toBeVisible();
  await expect.element(page.css('[data-skeleton]').first()).toBeVisible();
  release();
  await expect.element(section('Steps')).toBeVisible();
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    expect(wideFacts(), `facts at ${width} px`).toEqual([]);
    await expectAccessible();
  }
});

/** The facts that are wider than their place, and so cover their neighbor. */
const wideFacts = () =>
  [...document.querySelectorAll('main dd')]
    .filter((fact) => fact.scrollWidth > fact.clientWidth)
    .map((fact) => fact.textContent);

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }])
  test(`if ${name}, the page of a job says so, and tries again`, async () => {
    expectConsole(/The job couldn't be loaded/);
    await signInNewPerson();
    const id = await runJob({ name: 'Digest' });
    const recover = interceptOperation('Job', handle);
    await goto(`${list}/${id}`);
    await expect
      .element(page.getByRole('alert').filter({ hasText: "The job couldn't be loaded." }))
      .toBeVisible();
    recover();
    await press(button('Try again'), '{Enter}');
    await expect.element(title()).toHaveTextContent('Digest');
    await expect.element(title()).toHaveFocus();
  });

test('the link above a job leads to the list', async () => {
  await openJob();
  await page.getByRole('link', { name: '← Workflows' }).click();
  await expectAddress(list);
  await expect.element(rows()).toHaveLength(1);
});
