import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import {
  cell,
  endlessStep,
  expectAddress,
  failingStep,
  filter,
  line,
  row,
  rows,
  runJob,
  signInNewPerson,
  slowStep,
  startJob,
  title,
} from '@/testing/screens/pages/jobs-page';
import { tokenOf } from '@/testing/screens/pages/session-page';
import { press } from '@/testing/screens/press';

const today = () => new Date().toISOString().slice(0, 10);
const list = '/dashboard/workflows';
const names = () => textsOf(rows().css('th a'));
const clear = () => page.getByRole('button', { name: 'Clear filters' });
/** The pauses between two readings, which last up to ten seconds. */
const skipPauses = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a person without jobs sees how to start one; the sample runs, and its job appears without a reload', async () => {
  await signInNewPerson();
  skipPauses();
  await goto(list);
  await expect.element(page.getByText('No jobs yet', { exact: true })).toBeVisible();
  vi.useRealTimers();
  await expectAccessible();
  for (const [name, href] of [
    ['API playground', '/dashboard/devdocs/api-playground'],
    ['quickstart', '/dashboard/devdocs/quickstart'],
  ] as const)
    await expect.element(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href);

  skipPauses();
  await reload();
  await expect.element(page.getByText('No jobs yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy the first workflow' }).click();
  const sample = await navigator.clipboard.readText();
  const { orchestrate } = await ask<{ orchestrate: { status: string } }>(sample);
  expect(orchestrate.status).toBe('COMPLETED');
  vi.advanceTimersByTime(10_000);
  await expect.element(row('Release notes summary')).toMatchTextContent('Completed');
});

test("own jobs are listed newest first with status, duration and cost; a colleague's aren't", async () => {
  const theirs = await tokenOf('dev@globex.test');
  await runJob({ name: 'Of a colleague' }, theirs);
  await signInNewPerson();
  await runJob({ name: 'First' });
  await runJob({ name: 'Second', steps: [failingStep] });
  await goto(list);
  await expect.element(line('2 jobs, newest first')).toBeVisible();
  expect(names()).toEqual(['Second', 'First']);
  await expect.element(cell('Second', 'Status')).toHaveTextContent('Failed');
  await expect.element(cell('First', 'Status')).toHaveTextContent('Completed');
  await expect.element(cell('First', 'Created')).toMatchTextContent(/\d{4}\s*just now/);
  await expect.element(cell('First', 'Duration')).toMatchTextContent(/^\d+ ms$/);
  await expect.element(cell('First', 'Cost')).toMatchTextContent(/^\$0\.0000\d+$/);
  await expectAccessible();
});

test('the name of a job leads to it, and back to the list with its filters', async () => {
  await signInNewPerson();
  const id = await runJob({ name: 'Digest' });
  await goto(`${list}?status=completed`);
  const link = page.getByRole('link', { name: 'Digest' });
  await expect.element(link).toBeVisible();
  await press(link, '{Enter}');
  await expectAddress(`${list}/${id}`);
  await expect.element(title()).toHaveTextContent('Digest');
  history.back();
  await expectAddress(`${list}?status=completed`);
  await expect.element(row('Digest')).toBeVisible();
});

test("a cost that isn't known reads unknown, never $0", async () => {
  interceptOperation(
    'Jobs',
    changeResponse(({ searchJobs }: { searchJobs: { jobs: object[] } }) =>
      Object.assign(searchJobs.jobs[0] ?? {}, { cost: null }),
    ),
  );
  await signInNewPerson();
  await runJob({ name: 'Unpriced' });
  await goto(list);
  await expect.element(cell('Unpriced', 'Cost')).toHaveTextContent('unknown');
});

test('filters by status, name and day are in the address, go back with the browser, and are cleared by keyboard', async () => {
  await signInNewPerson();
  const digest = await runJob({ name: 'Digest' });
  const name = digest.slice(0, 12);
  await runJob({ name: 'Digest of the week', steps: [failingStep] });
  await goto(list);
  await expect.element(rows()).toHaveLength(2);
  await filter('status').selectOptions('Failed');
  await expectAddress(`${list}?status=failed`);
  await expect.poll(names).toEqual(['Digest of the week']);
  await filter('status').selectOptions('All statuses');
  // Without Enter, in any case, by a part.
  await filter('name').fill('OF THE');
  await expectAddress(`${list}?name=OF+THE`);
  await expect.poll(names).toEqual(['Digest of the week']);
  await filter('name').fill(name);
  await expectAddress(`${list}?name=${name}`);
  await expect.poll(names).toEqual(['Digest']);
  await filter('to').fill('2026-01-01');
  await expectAddress(`${list}?name=${name}&to=2026-01-01`);
  await expect.element(page.getByText('No jobs match these filters.')).toBeVisible();
  await expectAccessible();
  history.back();
  await expect.poll(names).toEqual(['Digest']);
  await expect.element(filter('to')).toHaveValue('');
  await filter('from').fill(today());
  await filter('to').fill(today());
  await expectAddress(`${list}?name=${name}&from=${today()}&to=${today()}`);
  await reload();
  await expect.poll(names).toEqual(['Digest']);
  await expect.element(filter('name')).toHaveValue(name);
  await press(clear(), '{Enter}');
  await expectAddress(list);
  await expect.element(rows()).toHaveLength(2);
  for (const one of ['status', 'name', 'from', 'to'] as const)
    await expect.element(filter(one)).toHaveValue('');
  await expect.element(title()).toHaveFocus();
  await expect.element(clear()).not.toBeInTheDocument();
});

test('days that run backwards are reported at their field and not sent', async () => {
  await signInNewPerson();
  const asked = countCalls('Jobs');
  await goto(`${list}?from=2026-11-05&to=2026-11-01`);
  await expect.element(filter('from')).toHaveAccessibleDescription('Choose a day on or before the last one.');
  await expect.element(page.getByText("These filters can't be used.")).toBeVisible();
  await expectAccessible();
  expect(asked.count).toBe(0);
  await filter('to').fill('2026-11-05');
  await expect.element(page.getByText('No jobs match these filters.')).toBeVisible();
});

test('a job that runs turns to its end in its row, while the rows above it and the focus stay', async () => {
  await signInNewPerson();
  await startJob({ name: 'Slow', steps: [slowStep] });
  await runJob({ name: 'Quick' });
  await goto(list);
  await expect.element(cell('Slow', 'Status')).toHaveTextContent('Running');
  const link = page.getByRole('link', { name: 'Slow' });
  (link.element() as HTMLElement).focus();
  const top = row('Slow').element().getBoundingClientRect().top;
  await expect.element(cell('Slow', 'Status')).toHaveTextContent('Completed');
  await expect.element(cell('Slow', 'Duration')).toMatchTextContent(/^\d\.\d s$/);
  await expect.element(link).toHaveFocus();
  expect(row('Slow').element().getBoundingClientRect().top).toBe(top);
});

test('a reading that fails leaves the list as it is, and the next one shows the end of a job', async () => {
  await signInNewPerson();
  await startJob({ name: 'Slow', steps: [slowStep] });
  let failures = 0;
  const recover = interceptOperation('JobsNow', (call) => {
    failures += 1;
    return noNetwork(call);
  });
  await goto(list);
  await expect.poll(() => failures).toBeGreaterThan(0);
  await expect.element(cell('Slow', 'Status')).toHaveTextContent('Running');
  recover();
  await expect.element(cell('Slow', 'Status')).toHaveTextContent('Completed');
});

test('a job that is started while the list is open is offered, at once when the person comes back, and shown on request', async () => {
  await signInNewPerson();
  await runJob({ name: 'Earlier' });
  skipPauses();
  await goto(list);
  await expect.poll(names).toEqual(['Earlier']);
  await runJob({ name: 'Later' });
  vi.advanceTimersByTime(3_000);
  const show = page.getByRole('button', { name: 'Show 1 new job' });
  await expect.element(show).toBeVisible();
  expect(names()).toEqual(['Earlier']);
  await press(show, '{Enter}');
  await expect.poll(names).toEqual(['Later', 'Earlier']);
  await expect.element(show).not.toBeInTheDocument();
  await expect.element(title()).toHaveFocus();
  // The clock doesn't move: coming back to the window is enough.
  await runJob({ name: 'Elsewhere' });
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('focus'));
      return show.query() !== null;
    })
    .toBe(true);
});

test('the sums above a filtered list are read again ten seconds after its rows changed, but not in a hidden window', async () => {
  await signInNewPerson();
  await runJob({ name: 'Earlier' });
  skipPauses();
  await goto(`${list}?status=completed`);
  await expect.element(page.getByText(/^1 job, with 1 call/)).toBeVisible();
  const read = watchOperation('JobSums');
  await runJob({ name: 'Later' });
  vi.advanceTimersByTime(3_000);
  await expect.element(page.getByRole('button', { name: 'Show 1 new job' })).toBeVisible();
  expect(read).toHaveLength(0);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(20_000);
  expect(read).toHaveLength(0);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText(/^2 jobs, with 2 calls/)).toBeVisible();
  expect(read).toHaveLength(1);
});

test('turning the pages of a filtered list leaves the sums above it as they are', async () => {
  await signInNewPerson();
  for (let number = 1; number <= 21; number += 1) await runJob({ name: `Run ${number}` });
  skipPauses();
  await goto(`${list}?status=completed`);
  await expect.element(page.getByText(/^21 jobs, with 21 calls/)).toBeVisible();
  const read = watchOperation('JobSums');
  for (const [turn, rows] of [
    ['Older', 'Jobs 21 to 21'],
    ['Newer', 'Jobs 1 to 20'],
  ] as const) {
    await page.getByRole('button', { name: turn }).click();
    await expect.element(line(rows)).toBeVisible();
    vi.advanceTimersByTime(20_000);
  }
  await expect.element(page.getByText(/^21 jobs, with 21 calls/)).toBeVisible();
  expect(read).toHaveLength(0);
});

test('more than twenty jobs come in pages, newest first, which are in the address; the last says that it is', async () => {
  await signInNewPerson();
  for (let number = 1; number <= 21; number += 1) await runJob({ name: `Run ${number}` });
  await goto(list);
  await expect.element(line('Jobs 1 to 20, newest first')).toBeVisible();
  expect(names().at(0)).toBe('Run 21');
  await expect.element(page.getByText('There are no older jobs.')).not.toBeInTheDocument();
  await press(page.getByRole('button', { name: 'Older' }), '{Enter}');
  await expect.element(line('Jobs 21 to 21, newest first')).toBeVisible();
  expect(names()).toEqual(['Run 1']);
  await expect.element(page.getByText('There are no older jobs.')).toBeVisible();
  expect(location.search).toMatch(/^\?page=2&after=job_/);
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect.element(line('Jobs 1 to 20, newest first')).toBeVisible();
});

test('a search that looked at a part of the jobs says so, continues with older ones, and comes back', async () => {
  await signInNewPerson();
  await runJob({ name: 'Digest' });
  const newest = await runJob({ name: 'Other' });
  // As if the first search had ended with the newest job.
  interceptOperation('Jobs', async (call) => {
    if (call.variables.after === newest) return call.send();
    return changeResponse((data: { searchJobs: object }) => {
      data.searchJobs = { ...data.searchJobs, jobs: [], continueFrom: newest };
    })(call);
  });
  await goto(`${list}?name=digest`);
  await expect.element(line('Searched the newest 10,000 jobs.')).toBeVisible();
  await expect.element(page.getByText('No jobs found here.')).toBeVisible();
  await expectAccessible();
  await press(page.getByRole('button', { name: 'Search older jobs' }), '{Enter}');
  await expect.poll(names).toEqual(['Digest']);
  await expectAddress(`${list}?name=digest&page=1&after=${newest}`);
  await expect.element(title()).toHaveFocus();
  await expect.element(line('There are no older jobs to search.')).toBeVisible();
  await reload();
  await expect.poll(names).toEqual(['Digest']);
  await press(page.getByRole('button', { name: 'Newer jobs' }), '{Enter}');
  await expectAddress(`${list}?name=digest`);
  await expect.element(line('Searched the newest 10,000 jobs.')).toBeVisible();
});

test('while the list loads it says so', async () => {
  await signInNewPerson();
  await runJob();
  const release = holdOperation('Jobs');
  await goto(list);
  await expect.element(line('Loading jobs...')).toBeVisible();
  await expect.element(page.css('[data-skeleton]')).toHaveLength(6);
  release();
  await expect.element(row('Unnamed workflow')).toBeVisible();
});

for (const { name, handle } of callFailures)
  test(`if ${name}, the list says so, and tries again`, async () => {
    expectConsole(/A list of Job couldn't be loaded/);
    await signInNewPerson();
    await runJob();
    const recover = interceptOperation('Jobs', handle);
    await goto(list);
    await expect
      .element(page.getByRole('alert').filter({ hasText: "Jobs couldn't be loaded." }))
      .toBeVisible();
    recover();
    await press(page.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(rows()).toHaveLength(1);
    await expect.element(title()).toHaveFocus();
  });

test('the page fits at every width, whatever a job is called', async () => {
  await signInNewPerson();
  const id = await startJob({ name: `A${' very'.repeat(20)} long name`, steps: [endlessStep] });
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await goto(list);
    await expect.element(rows()).toHaveLength(1);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
  await ask('mutation Cancel($id: ID!) { cancelJob(jobId: $id) { status } }', { id });
});

test('two jobs are chosen by keyboard to be compared, whichever page or filter shows them', async () => {
  await signInNewPerson();
  const first = await runJob({ name: 'Digest' });
  const second = await runJob({ name: 'Report' });
  skipPauses();
  await goto(list);
  await expect.element(rows()).toHaveLength(2);
  await press(page.getByRole('button', { name: 'Compare jobs' }), '{Enter}');
  await expect.element(line('Choose two jobs to compare.')).toBeVisible();
  const box = (name: string) => page.getByRole('checkbox', { name: `Compare ${name},` });
  await press(box('Report'), ' ');
  await expect.element(line('1 of 2 jobs chosen.')).toBeVisible();
  await runJob({ name: 'Later' });
  vi.advanceTimersByTime(10_000);
  await page.getByRole('button', { name: 'Show 1 new job' }).click();
  await expect.element(box('Report')).toBeChecked();
  await filter('status').selectOptions('Failed');
  vi.useRealTimers();
  await expect.element(page.getByText('No jobs match these filters.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: `Don't compare Report, ${second}` })).toBeVisible();
  await clear().click();
  await expect.element(rows()).toHaveLength(3);
  await press(box('Digest'), ' ');
  await expect.element(line('2 of 2 jobs chosen.')).toBeVisible();
  await expect.element(box('Later')).toBeDisabled();
  await expectAccessible();
  // The earlier job is A.
  await expect
    .element(page.getByRole('link', { name: 'Compare', exact: true }))
    .toHaveAttribute('href', `${list}/compare?a=${first}&b=${second}`);
  await resize(375, 800);
  await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  await expect.element(box('Digest')).toBeVisible();
  await page.getByRole('button', { name: `Don't compare Digest, ${first}` }).click();
  await expect.element(box('Digest')).not.toBeChecked();
  await press(page.getByRole('button', { name: 'Stop choosing' }), '{Enter}');
  await expect.element(box('Report')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Don't compare/ })).not.toBeInTheDocument();
});

test('a filter without a field in view has a line of its own, which takes it away', async () => {
  await signInNewPerson();
  await runJob({ name: 'Fell back', steps: [{ ...failingStep, fallbacks: ['sandbox/fast'] }] });
  await runJob({ name: 'Plain' });
  await goto(`${list}?fallbacks=yes`);
  await expect.poll(names).toEqual(['Fell back']);
  await press(page.getByRole('button', { name: 'Remove the filter Had fallbacks' }), '{Enter}');
  await expectAddress(list);
  await expect.poll(names).toEqual(['Plain', 'Fell back']);
  await expectAccessible();
});

test('the days of the end are removed together, in one step of the history', async () => {
  await signInNewPerson();
  const filtered = `${list}?ended-from=2026-01-01&ended-to=2026-01-02`;
  await goto(filtered);
  await page.getByRole('button', { name: /^Remove the filter Ended from/ }).click();
  await expectAddress(list);
  history.back();
  await expectAddress(filtered);
});

test('jobs are filtered by a code of a failure and by the key that started them, whose name stays in view', async () => {
  await signInNewPerson();
  const { createAPIKey } = await ask<{ createAPIKey: { rawKey: string; apiKey: { hint: string } } }>(
    'mutation { createAPIKey(name: "Nightly", scopes: { read: true, write: true, admin: false }) { rawKey apiKey { hint } } }',
  );
  const { rawKey, apiKey } = createAPIKey;
  await runJob({ name: 'By the key', steps: [failingStep] }, rawKey);
  await runJob({ name: 'By hand', steps: [failingStep] });
  await runJob({ name: 'Done' });
  await goto(list);
  await page.getByText('More filters', { exact: true }).click();
  await filter('failure').selectOptions('PROVIDER_RATE_LIMITED');
  await expectAddress(`${list}?failure=PROVIDER_RATE_LIMITED`);
  await expect.poll(names).toEqual(['By hand', 'By the key']);
  const text = `Nightly (${apiKey.hint})`;
  await filter('key').selectOptions(text);
  await expect.poll(names).toEqual(['By the key']);
  await reload();
  await expect.poll(names).toEqual(['By the key']);
  await expectAccessible();
  await press(page.getByRole('button', { name: `Remove the filter API key ${text}` }), '{Enter}');
  await expect.poll(names).toEqual(['By hand', 'By the key']);
  await page.getByText('More filters', { exact: true }).click();
  await filter('key').selectOptions('Without an API key');
  await expect.poll(names).toEqual(['By hand']);
});

test('jobs are filtered by a key and value of their metadata, and anything else is reported at the field', async () => {
  await signInNewPerson();
  await runJob({ name: 'Ordered', metadata: { order: { id: 'A=1' } } });
  await runJob({ name: 'Plain' });
  await goto(list);
  await page.getByText('More filters', { exact: true }).click();
  await filter('metadata').fill('id');
  await expect
    .element(filter('metadata'))
    .toHaveAccessibleDescription('Enter key = value, such as order = 7. A key has at most 100 characters.');
  await expectAccessible();
  await filter('metadata').fill('id = A=1');
  await expectAddress(`${list}?metadata=id+%3D+A%3D1`);
  await expect.poll(names).toEqual(['Ordered']);
  await reload();
  await expect.poll(names).toEqual(['Ordered']);
  await press(page.getByRole('button', { name: 'Remove the filter Metadata id = A=1' }), '{Enter}');
  await expect.poll(names).toEqual(['Plain', 'Ordered']);
});

test("a key that isn't there, and a code that no job has, are said to be unusable filters", async () => {
  expectConsole(/A list of Job couldn't be loaded/);
  await signInNewPerson();
  await runJob({ name: 'Digest' });
  const refused = page.getByText("These filters can't be used.");
  await goto(`${list}?key=key_missing`);
  await expect.element(refused).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter API key key_missing' }).click();
  await expect.element(row('Digest')).toBeVisible();
  await goto(`${list}?error=RATE_LIMITED`);
  await expect.element(refused).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Unknown error: RATE_LIMITED' }).click();
  await expect.element(row('Digest')).toBeVisible();
});

test('an amount that is none is reported at its field and not sent', async () => {
  await signInNewPerson();
  const asked = countCalls('Jobs');
  await goto(`${list}?cost=much`);
  await expect.element(page.getByText("These filters can't be used.")).toBeVisible();
  await expect.element(page.getByText('Enter US dollars, such as 0.05.')).toBeVisible();
  expect(asked.count).toBe(0);
});

test('an unknown filter of the address is named and lists no jobs, until it is removed', async () => {
  await signInNewPerson();
  await runJob({ name: 'Digest' });
  await goto(`${list}?status=completed-with-failures`);
  await expect.element(page.getByText("These filters can't be used.")).toBeVisible();
  expect(names()).toEqual([]);
  await page
    .getByRole('button', { name: 'Remove the filter Unknown status: completed-with-failures' })
    .click();
  await expectAddress(list);
  await expect.element(row('Digest')).toBeVisible();
});

test('a row shows the deepest error of a failed step; columns that are chosen stay after a reload', async () => {
  await signInNewPerson();
  await runJob({
    name: 'Went on',
    steps: [
      { ...failingStep, on_error: 'CONTINUE' },
      { ...failingStep, id: 'other', model: 'sandbox/fast' },
    ],
  });
  await goto(list);
  await expect.element(cell('Went on', 'Status')).toHaveTextContent('Completed with failures');
  await expect.element(cell('Went on', 'Error')).toMatchTextContent('PROVIDER_RATE_LIMITED');
  await page.getByText('Columns', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Models' }).click();
  await page.getByRole('checkbox', { name: 'Error' }).click();
  await reload();
  await expect.element(cell('Went on', 'Models')).toMatchTextContent('sandbox/limited, sandbox/fast');
  await expect.element(cell('Went on', 'Error')).not.toBeInTheDocument();
});

test('the filtered jobs are saved as CSV, in which no text is a formula', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  await signInNewPerson();
  await runJob({ name: '=1+1' });
  await runJob({ name: 'Other' });
  await goto(`${list}?name=%3D1`);
  await expect.poll(names).toEqual(['=1+1']);
  const asked = countCalls('JobsPage');
  // A double press counts once.
  await page.getByRole('button', { name: 'Download CSV' }).dblClick();
  await expect.element(page.getByText('1 job downloaded.')).toBeVisible();
  expect(asked.count).toBe(1);
  const file = saved.mock.calls.at(-1)?.[0] as Blob;
  const [heads, job] = (await file.text()).split('\r\n');
  expect(heads).toMatch(/^job_id,name,status,/);
  expect(job).toMatch(/^job_[^,]+,'=1\+1,COMPLETED,Completed,/);
});
