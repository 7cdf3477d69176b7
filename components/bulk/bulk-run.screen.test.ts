import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { goto, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { alert, bulkList, button, startRun, table } from '@/testing/screens/pages/bulk-page';
import {
  expectAddress,
  failingStep,
  line,
  question,
  quickStep,
  section,
  signInNewPerson,
  slowStep,
  title,
} from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const rows = () => table('Rows').css('tbody tr');
const causes = () => table('Failures by cause').css('tbody tr');

/** Starts a run as a new person, and opens its page. */
async function openRun(start: Parameters<typeof startRun>[0] = {}): Promise<string> {
  await signInNewPerson();
  const id = await startRun(start);
  await goto(`${bulkList}/${id}`);
  await expect.element(title()).toHaveTextContent('Triage');
  return id;
}

test('a run is followed to its end by its updates, with its rows and what it cost', async () => {
  await openRun({ step: slowStep });
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent('4 running');
  await expect.element(page.getByRole('main')).toMatchTextContent(/Time leftabout \d/);
  await expect.element(line('This run has completed.')).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent('8 rows: 8 completed');
  await expect.element(rows().first()).toMatchTextContent(/^2 ?Completed.*subject: Arm 1.*The arm 1 stalls/);
  await expect.element(rows().filter({ hasText: 'Running' })).toHaveLength(0);
  await expect.poll(() => document.title).toBe('Triage | Switchyard');
  await expectAccessible();
  await rows().first().getByRole('link').click();
  await expect.poll(() => location.pathname).toMatch(/^\/dashboard\/workflows\/job_/);
});

test('a run names the rows of its file that it omits, and why', async () => {
  await openRun({ text: 'id,body\n1,The arm stalls.\n2\n3,The rail bends.\n' });
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('2 rows: 2 completed');
  await expect.element(main).toMatchTextContent('1 row of the file was left out (line 3).');
  await press(page.getByText('Show the reasons'), '{Enter}');
  await expect
    .element(table('Bad rows').css('tbody tr'))
    .toMatchTextContent('3Whole row1 value, but 2 columns.2');
  await expectAccessible();
});

test('a run shows its file, workflow, and receiver, and a new run begins with them and keeps the own draft', async () => {
  const id = await openRun({
    ...{ onlyIf: 'variables.id != 3', stopAfterFailures: 4 },
    callbacks: [{ url: 'https://example.com/hook', progress: true }],
  });
  const source = section('File and workflow');
  await expect.element(source).toMatchTextContent(/Filetickets\.csv \(CSV, \d+ bytes, 8 rows\)/);
  await expect.element(source).toMatchTextContent('Calls backhttps://example.com/hook at 25, 50, and 75%');
  await expect.element(source).toMatchTextContent(/summary \w+: sandbox\/fast/);
  await expectAccessible();
  await source.getByRole('link', { name: 'New run with file and workflow' }).click();
  await expect.element(line('7 rows would run, 1 row skipped at no cost.')).toBeVisible();
  expect(location.search).toMatch(new RegExp(`^\\?file=upl_\\w+&from=${id}$`));
  await expect.element(page.css('main [name=onlyIf]')).toHaveValue('variables.id != 3');
  await expect.element(page.css('main [name=stopAfterFailures]')).toHaveValue('4');
  await expect.element(page.css('main [name=callbackUrl]')).toHaveValue('https://example.com/hook');
  await goto(`${bulkList}/new${location.search.replace(/&from.*/, '')}`);
  await expect.element(page.css('main [name=onlyIf]')).toHaveValue('');
  await goto(`${bulkList}/new?from=bulk_nothing`);
  await expect.element(page.getByText('Run not found.')).toBeVisible();
  await expectAccessible();
  interceptOperation(
    'BulkRunSource',
    changeResponse<{ getBulkJob: object }>(({ getBulkJob }) =>
      Object.assign(getBulkJob, { kind: 'CHAT_BATCH', workflow: null }),
    ),
  );
  sessionStorage.clear();
  await goto(`${bulkList}/new?from=${id}`);
  await expect.element(page.getByText('A batch has no workflow to start again.')).toBeVisible();
});

test("if the updates can't be followed, the run is read again and again", async () => {
  interceptOperation('BulkRunUpdates', () => new Response('no', { status: 503 }));
  await openRun({ step: slowStep });
  await expect.element(line('This run has completed.')).toBeVisible();
});

test("failures are shown by their cause with the first row's job; one cause or all are retried", async () => {
  await openRun({ step: failingStep });
  await expect.element(line('This run has ended. No row completed.')).toBeVisible();
  await expect.element(causes()).toHaveLength(1);
  await expect.element(causes().first()).toMatchTextContent(/PROVIDER_RATE_LIMITED.*Line 2, step summary:/);
  await expect.element(causes().first()).toMatchTextContent(/8 ?Retry these/);
  await expect
    .element(causes().first().getByRole('link', { name: 'Line 2' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/dashboard\/workflows\/job_/));
  await expectAccessible();
  expectConsole(/The rows couldn't be started again/);
  const recover = interceptOperation('RetryBulkRun', refuse('The site is busy.'));
  await button('Retry these 8 rows').click();
  await expect.element(alert('The site is busy.')).toBeVisible();
  recover();
  await press(button('Retry these 8 rows'), '{Enter}');
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
  await expect.element(line('This run has ended. No row completed.')).toBeVisible();
  await press(button('Retry all failures'), '{Enter}');
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
});

test('causes that were shown stay if the next reading fails, and are read again by themselves', async () => {
  await openRun({ step: failingStep });
  await expect.element(causes()).toMatchTextContent(/8 ?Retry these/);
  const recover = interceptOperation('BulkFailures', () => new Response('no', { status: 503 }));
  await rows().first().getByRole('button', { name: 'Retry row, line 2' }).click();
  await expect.element(alert("The latest causes couldn't be loaded. These are from before.")).toBeVisible();
  await expect.element(causes()).toHaveLength(1);
  recover();
  await expect.element(alert("The latest causes couldn't be loaded.")).not.toBeInTheDocument();
  await expect.element(causes()).toMatchTextContent(/8 ?Retry these/);
});

test('a run that stops at its limit says why, and runs the rest when asked', async () => {
  await openRun({ step: failingStep, stopAfterFailures: 2, concurrency: 1 });
  await expect.element(line('This run stopped before its last row.')).toBeVisible();
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent("This run stops after 2 rows failed. 6 rows didn't start.");
  await expect.element(main).toMatchTextContent('Stops after2 rows failed');
  await expectAccessible();
  await button('Run the other 6 rows and retry 2').click();
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
});

test('a run that has spent its limit offers a higher one for its other rows, and their sheet', async () => {
  const id = await openRun({ stopAfterCost: 1e-9, concurrency: 1 });
  await expect.element(line('This run stopped before its last row.')).toBeVisible();
  const limit = page.css('main [name=newLimit]');
  await button('Raise limit, run the other 7 rows').click();
  await expect
    .element(limit)
    .toHaveAccessibleDescription(/^Enter an amount of more than \$\S+, which the rows have cost so far\./);
  await expectAccessible();
  const { saved } = watchDownloads();
  await page.css('[name=downloaded]').selectOptions('PENDING');
  await button('Download CSV').click();
  await expect.poll(() => saved[0]?.href).toMatch(new RegExp(`/api/files/${id}\\?.*status=pending`));
  await limit.fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(line('This run has completed.')).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent('Stops after$1');
});

test('a run is canceled after a question, and can be kept', async () => {
  await openRun({ step: slowStep, concurrency: 1 });
  await press(button('Cancel run'), '{Enter}');
  await expect.element(question()).toMatchTextContent('Are you sure you want to cancel this run?');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question()).not.toBeInTheDocument();
  await button('Cancel run').click();
  await question().getByRole('button', { name: 'Cancel run' }).click();
  await expect.element(line('This run was canceled.')).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent(/\d rows didn't start\./);
});

test('rows are filtered by status in the address; a status without rows says so, and values that are too large are omitted', async () => {
  const id = await openRun({ onlyIf: 'variables.id != 3' });
  await expect.element(line('This run has completed.')).toBeVisible();
  await page.css('[name=rows]').selectOptions('SKIPPED');
  await expectAddress(`${bulkList}/${id}?rows=skipped`);
  await expect.poll(() => textsOf(rows())).toEqual([expect.stringMatching(/^4 ?Skipped/)]);
  await page.css('[name=rows]').selectOptions('FAILED');
  await expect.element(page.getByText('No row has the status Failed.')).toBeVisible();
  await expectAccessible();
  expectConsole(/A list of BulkRow couldn't be loaded/);
  const tooLarge = { data: null, errors: [{ message: 'A response has space for 4 MiB.' }] };
  interceptOperation('BulkRows', ({ variables, send }) =>
    variables.contents ? Response.json(tooLarge) : send(),
  );
  await goto(`${bulkList}/${id}`);
  await expect.element(page.getByText('are too large to be shown together')).toBeVisible();
  await expect.element(rows()).toHaveLength(8);
});

test('once rows were tried, they are the ones listed, and all can be', async () => {
  const id = await openRun({ tryRows: 2, trySelection: 'SPREAD' });
  await expect.element(line('The tried rows have ended. 6 rows wait for you.')).toBeVisible();
  await expect
    .poll(() => textsOf(rows()))
    .toEqual([expect.stringMatching(/^2 ?Completed/), expect.stringMatching(/^6 ?Completed/)]);
  await page.css('[name=rows]').selectOptions('ALL');
  await expectAddress(`${bulkList}/${id}?rows=all`);
  await expect.element(rows()).toHaveLength(8);
});

/** Keeps what the browser would download, and each request for a sheet. */
function watchDownloads() {
  const saved: { href: string; name: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.href, name: this.download });
  });
  const blobs: Blob[] = [];
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return create(blob);
  });
  const asked: string[] = [];
  const next = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    if (url.includes('/api/files/')) asked.push(`${method} ${new URL(url).searchParams.get('format')}`);
    return next(input, init);
  });
  return { saved, blobs, asked };
}

const textAt = async (href: string | undefined) => (await fetch(href ?? '')).text();
const columnSummary = () => page.css('main summary').filter({ hasText: 'Columns' });
const columnBoxes = () => page.css('main [name=column]');

test('the results are downloaded in each format through a new link, all or by status; what is refused is said', async () => {
  const id = await openRun();
  await expect.element(line('This run has completed.')).toBeVisible();
  const { saved, blobs, asked } = watchDownloads();
  await button('Download CSV').click();
  await expect.poll(() => saved).toHaveLength(1);
  // For this link, the server reads no results.
  expect(asked).toEqual(['HEAD jsonl']);
  expect((await textAt(saved[0]?.href)).split('\n')[1]).toMatch(/^1,Arm 1,/);
  await page.css('[name=downloaded]').selectOptions('FAILED');
  await button('Download JSONL').click();
  await expect
    .poll(() => saved[1]?.href)
    .toMatch(new RegExp(`/api/files/${id}\\?.*format=jsonl.*status=failed`));
  asked.length = 0;
  await button('Download Excel').click();
  await expect.poll(() => saved[2]).toMatchObject({ name: 'Triage.xlsx' });
  // The server writes it once.
  expect(asked).toEqual(['GET xlsx']);
  expect(await blobs[0]?.slice(0, 2).text()).toBe('PK');
  expectConsole(/A bulk run couldn't be downloaded/);
  const recover = interceptOperation('BulkDownload', refuse('The site is busy.'));
  await button('Download JSONL').click();
  await expect.element(alert('The download failed. Try again.')).toBeVisible();
  recover();
  interceptOperation(
    'BulkDownload',
    changeResponse<{ getBulkJob: { downloadUrl: null } }>(({ getBulkJob }) => {
      getBulkJob.downloadUrl = null;
    }),
  );
  await button('Download JSONL').click();
  await expect.element(alert('The rows of this run are no longer kept.')).toBeVisible();
  await expectAccessible();
});

test('a sheet that the server refuses is said on the page: rows that fit no workbook, or are gone, and no network', async () => {
  const long = 'x'.repeat(33_000);
  await openRun({ text: `id,body,notes\n1,The arm stalls.,${long}\n` });
  await expect.element(line('This run has completed.')).toBeVisible();
  const { saved } = watchDownloads();
  await button('Download Excel').click();
  await expect
    .element(
      alert("These rows don't fit into a workbook: the text of cell C2 has more than 32,767 characters."),
    )
    .toBeVisible();
  await button('Download CSV').click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(await textAt(saved[0]?.href)).toContain(long);
  for (const status of [404, 410]) {
    interceptRequest('', () => new Response(null, { status }));
    for (const name of ['CSV', 'JSONL', 'Excel']) {
      await button(`Download ${name}`).click();
      await expect.element(alert('The rows of this run are no longer kept.')).toBeVisible();
    }
  }
  expectConsole(/A bulk run couldn't be downloaded/);
  interceptRequest('', () => {
    throw new TypeError('Failed to fetch');
  });
  for (const name of ['Excel', 'CSV']) {
    await button(`Download ${name}`).click();
    await expect.element(alert('The download failed. Try again.')).toBeVisible();
  }
  expect(saved).toHaveLength(1);
});

test('a download has the chosen columns, which are those of its rows; without any it says so', async () => {
  await openRun();
  await expect.element(line('This run has completed.')).toBeVisible();
  const { saved } = watchDownloads();
  await press(columnSummary(), '{Enter}');
  await expect
    .poll(() =>
      columnBoxes()
        .elements()
        .map((box) => (box as HTMLInputElement).value),
    )
    .toEqual([
      'id',
      'subject',
      'body',
      'line',
      'status',
      'summary',
      'error_code',
      'error_message',
      'job_id',
      'cost',
    ]);
  await expectAccessible();
  await press(button('Choose none'), '{Enter}');
  await expect.element(line('No column is chosen. Choose at least one.')).toBeVisible();
  await button('Download CSV').click();
  await expect.element(alert('Choose at least one column.')).toBeVisible();
  for (const name of ['status', 'id']) await press(page.css(`main [name=column][value=${name}]`), ' ');
  await expect.element(columnSummary()).toMatchTextContent('Columns: 2 of 10');
  await button('Download CSV').click();
  await expect.poll(() => saved).toHaveLength(1);
  expect((await textAt(saved[0]?.href)).split('\r\n').slice(0, 2)).toEqual(['id,status', '1,COMPLETED']);
  // Failed rows have no results, and so another column for them.
  await page.css('[name=downloaded]').selectOptions('FAILED');
  await expect.element(page.css('main [name=column][value=result]')).toBeChecked();
  await button('Download CSV').click();
  await expect.poll(() => saved).toHaveLength(2);
  expect(await textAt(saved[1]?.href)).toBe('id,status,result\r\n');
});

test('a run of several steps offers the outputs of earlier ones as further columns', async () => {
  await openRun({ further: [{ ...quickStep, id: 'short', dependsOn: ['summary'] }] });
  await expect.element(line('This run has completed.')).toBeVisible();
  await columnSummary().click();
  await expect.element(columnBoxes()).toHaveLength(10);
  await press(page.css('main [name=withSteps]'), ' ');
  await expect.element(columnBoxes()).toHaveLength(11);
  const { saved } = watchDownloads();
  await button('Download CSV').click();
  await expect.poll(() => saved[0]?.href).toContain('withSteps=true');
});

test('hundreds of columns are found by a part of their name, and fit on a phone', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `measure_${at}_${'of_the_left_arm_'.repeat(3)}`);
  await openRun({ text: `body,${names.join()}\nThe arm stalls.${',1'.repeat(300)}\n` });
  await expect.element(line('This run has completed.')).toBeVisible();
  await resize(375, 800);
  await columnSummary().click();
  await expect.element(columnBoxes()).toHaveLength(308);
  await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
  await expectAccessible();
  const { saved } = watchDownloads();
  await button('Choose none').click();
  await page.getByRole('searchbox', { name: 'Find columns' }).fill('MEASURE_29');
  await expect.element(line('11 columns found.')).toBeInTheDocument();
  await button('Choose all').click();
  await button('Download CSV').click();
  await expect.poll(() => saved).toHaveLength(1);
  const [head] = (await textAt(saved[0]?.href)).split('\r\n');
  expect(head?.split(',')).toEqual(names.filter((name) => name.startsWith('measure_29')));
  // More of them than an address can name.
  expectConsole(/A bulk run couldn't be downloaded/);
  await page.getByRole('searchbox', { name: 'Find columns' }).fill('measure_2');
  await button('Choose all').click();
  await button('Download CSV').click();
  await expect.element(alert('The address would be too long. Choose fewer columns')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find columns' }).fill('nothing');
  await expect.element(line('No column found.')).toBeVisible();
});

test("if the columns can't be loaded, the page says so and tries again", async () => {
  await openRun();
  const recover = interceptOperation('BulkColumns', refuse('The site is busy.'));
  await columnSummary().click();
  await expect.element(alert("The columns couldn't be loaded.")).toBeVisible();
  recover();
  await press(button('Try again'), '{Enter}');
  await expect.element(page.css('main [name=column][value=subject]')).toBeChecked();
});

test('a single failed row is retried, and its job leads back to the run', async () => {
  const id = await openRun({ step: failingStep });
  await expect.element(line('This run has ended. No row completed.')).toBeVisible();
  const retry = button('Retry row, line 3');
  const job = table('Rows').getByRole('link', { name: '3', exact: true });
  await expect.element(retry).toBeVisible();
  const earlier = job.element().getAttribute('href') ?? '';
  await expectAccessible();
  expectConsole(/The rows couldn't be started again/);
  const recover = interceptOperation('RetryBulkRun', refuse('The site is busy.'));
  await retry.click();
  await expect.element(alert('The site is busy.')).toBeVisible();
  recover();
  const sent = watchOperation('RetryBulkRun');
  await press(retry, '{Enter}');
  await expect.element(line('Running. This page updates by itself.')).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
  expect(sent).toEqual([{ id, rows: [`${id.replace('bulk_', 'row_')}_1`] }]);
  await expect.element(line('This run has ended. No row completed.')).toBeVisible();
  await expect.element(retry).toBeVisible();

  await expect.element(job).not.toHaveAttribute('href', earlier);
  await job.click();
  await expect.element(title()).toHaveTextContent('Triage');
  await page.getByRole('link', { name: 'Triage, line 3' }).click();
  await expectAddress(`${bulkList}/${id}`);
  await expect.element(line('This run has ended. No row completed.')).toBeVisible();
});

test('an OpenAI batch shows what its lines ask and where its results are; if its file has faults, it says so', async () => {
  const id = await openRun();
  await expect.element(line('This run has completed.')).toBeVisible();
  interceptOperation(
    'BulkRun',
    changeResponse<{ getBulkJob: { kind: string } }>(({ getBulkJob }) => {
      getBulkJob.kind = 'CHAT_BATCH';
    }),
  );
  const messages = [
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'How heavy is the rail?' },
  ];
  const variables = { custom_id: 'rail', method: 'POST', url: '/v1/chat/completions', body: { messages } };
  interceptOperation(
    'BulkRows',
    changeResponse<{ getBulkRowResults: object[] }>(({ getBulkRowResults }) => {
      for (const row of getBulkRowResults) Object.assign(row, { variables });
    }),
  );
  await goto(`${bulkList}/${id}`);
  await expect.element(rows().first()).toMatchTextContent('rail · How heavy is the rail?');
  await expect.element(section('Download')).toMatchTextContent('This run is an OpenAI batch.');
  await expect.element(button('Download CSV')).not.toBeInTheDocument();
  await expectAccessible();
  interceptOperation(
    'BulkRun',
    changeResponse<{ getBulkJob: object }>(({ getBulkJob }) => {
      const error = { code: 'INVALID_FILE', message: "2 lines of the file can't run." };
      Object.assign(getBulkJob, { status: 'FAILED', completedRows: 0, progress: 0, error });
    }),
  );
  interceptOperation(
    'BulkRows',
    changeResponse<{ getBulkRowResults: object[] }>((data) => {
      data.getBulkRowResults = [];
    }),
  );
  await goto(`${bulkList}/${id}`);
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('8 rows: none ran');
  await expect.element(main).toMatchTextContent("2 lines of the file can't run.");
  await expect.element(main).toMatchTextContent('No row could run.');
});

test('the messages about a run to its receivers are listed with their deliveries', async () => {
  const url = 'https://receiver.invalid/done';
  await openRun({ callbacks: [{ url }] });
  await expect.element(section('Callbacks')).toMatchTextContent(url);
  await expect.element(section('Callbacks')).toMatchTextContent('At an end of');
  await expectAccessible();
});

test("a run without rows that are kept, an unknown run, and a colleague's say so", async () => {
  interceptOperation(
    'BulkRows',
    changeResponse<{ getBulkRowResults: object[] }>((data) => {
      data.getBulkRowResults = [];
    }),
  );
  const id = await openRun();
  await expect.element(page.getByText('The rows of this run are no longer kept.')).toBeVisible();
  await signInNewPerson();
  for (const other of [id, 'bulk_nonexistent']) {
    await goto(`${bulkList}/${other}`);
    await expect.element(page.getByText('Run not found.', { exact: true })).toBeVisible();
    await expectAccessible();
  }
});

for (const { name, handle } of callFailures)
  test(`if ${name}, the page of a run says so, and tries again`, async () => {
    expectConsole(/The bulk run couldn't be loaded/);
    await signInNewPerson();
    const id = await startRun();
    const recover = interceptOperation('BulkRun', handle);
    await goto(`${bulkList}/${id}`);
    await expect.element(alert("The run couldn't be loaded.")).toBeVisible();
    recover();
    await press(button('Try again'), '{Enter}');
    await expect.element(title()).toHaveTextContent('Triage');
    await expect.element(title()).toHaveFocus();
  });

test('while a run loads it says so; on a phone and every wider screen it fits', async () => {
  await signInNewPerson();
  const id = await startRun({ step: failingStep, name: `A${'very'.repeat(25)} long name` });
  const release = holdOperation('BulkRun');
  await goto(`${bulkList}/${id}`);
  await expect.element(line('Loading run...')).toBeVisible();
  release();
  await expect.element(causes()).toHaveLength(1);
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
});
