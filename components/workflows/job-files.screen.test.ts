import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { changeResponse, interceptOperation } from '@/testing/screens/intercept-operation';
import { interceptRequest, letRequestsThrough } from '@/testing/screens/intercept-request';
import { goto, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { runJob, section, signInNewPerson } from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const files = () => page.getByRole('table', { name: 'Files' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const failure = "The preview couldn't be loaded. Download the file instead.";

/** Opens a job that has written these files, as a new person. */
const openFiles = (...postprocessors: object[]) =>
  openFilesOf('All **14** arms were delivered.', ...postprocessors);

async function openFilesOf(input: string, ...postprocessors: object[]): Promise<string> {
  await signInNewPerson();
  const step = { id: 'report', task: 'transformation', options: { to: 'markdown' }, postprocessors };
  const id = await runJob({ input, steps: [step] });
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(files()).toBeVisible();
  return id;
}

test('files are listed with what they are; texts and pages are previewed, and each is downloaded by its name', async () => {
  await openFiles({ name: 'writeToHtml' }, { name: 'writeToTxt' }, { name: 'writeToJson' });
  expect(textsOf(files().css('tbody tr:not([data-below])')).slice(0, 2)).toEqual([
    expect.stringMatching(/^report\.html.*HTML.*bytes/),
    expect.stringMatching(/^report\.txt.*Text.*bytes/),
  ]);
  await press(button('Preview report.txt'), '{Enter}');
  await expect.element(files()).toMatchTextContent('All **14** arms were delivered.');
  await expectAccessible();
  await press(button('Preview report.html'), '{Enter}');
  const frame = page.css('iframe[title="Preview of report.html"]');
  await expect.element(frame).toHaveAttribute('sandbox', '');
  await expect.element(button('Preview report.txt')).toBeVisible();
  await press(button('Hide report.html'), '{Enter}');
  await expect.element(frame).not.toBeInTheDocument();
  const link = page.getByRole('link', { name: 'Download report.txt' });
  await expect.element(link).toHaveAttribute('download', 'report.txt');
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^\/api\/files\/file_\w+\?expires=/));
  for (const width of [375, 320]) {
    await resize(width, 900);
    expect(sidewaysScroll()).toBe(0);
  }
});

test('a preview that fails says so, and leads to the download', async () => {
  await openFiles({ name: 'writeToTxt' });
  interceptRequest('', () => new Response('', { status: 500 }));
  await button('Preview report.txt').click();
  await expect.element(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
});

const deleteJob = (id: string) =>
  ask('mutation Delete($id: ID!) { deleteJob(jobId: $id) { success } }', { id });

test('once its job was deleted, a preview leads to a page that is true again, not to the download', async () => {
  const id = await openFiles({ name: 'writeToTxt' }, { name: 'writeToPdf' });
  await deleteJob(id);
  for (const name of ['report.txt', 'report.pdf']) {
    await button(`Preview ${name}`).click();
    const gone = "The preview couldn't be loaded. Reload the page.";
    await expect.element(page.getByRole('alert').filter({ hasText: gone })).toBeVisible();
    await button(`Hide ${name}`).click();
  }
});

test('an empty file is said to be empty', async () => {
  await openFiles({ name: 'writeToTxt' });
  interceptRequest('', () => new Response(''));
  await button('Preview report.txt').click();
  await expect.element(files()).toMatchTextContent('This file is empty.');
});

test('of a long text, the first 100 KiB are shown, as they are written', async () => {
  await openFiles({ name: 'writeToTxt' });
  const headers = { 'content-range': 'bytes 0-102399/300000' };
  interceptRequest('', () => new Response('## a --- b == c', { status: 206, headers }));
  await button('Preview report.txt').click();
  const note = 'Only the first 100 KiB are shown. Download the file for all of it.';
  await expect.element(files()).toMatchTextContent(note);
  const { fontVariantLigatures } = getComputedStyle(files().css('pre').element());
  expect(fontVariantLigatures).toBe('none');
});

test('the links of a page in a preview lead nowhere, so that the preview stays', async () => {
  await openFiles({ name: 'writeToHtml' });
  const source = '<a href="/a">One</a> <a href="/b" target="_self">Two</a>';
  interceptRequest('', () => new Response(source));
  await button('Preview report.html').click();
  const frame = page.css('iframe[title="Preview of report.html"]');
  const inside = page.frameLocator(frame);
  await expect.element(frame).toBeVisible();
  // Each click waits for its link to be there, and so finds none once the frame has gone elsewhere.
  for (const name of ['One', 'Two', 'One']) await inside.getByRole('link', { name }).click();
});

/** The addresses that the page downloads from now on, in place of the browser. */
function watchDownloads(): string[] {
  const addresses: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(`${this.download} ${this.href}`);
  });
  return addresses;
}

const downloadFailure = () =>
  page.getByRole('alert').filter({ hasText: 'The download failed. Reload the page.' });

test('a download takes a new link, whatever the clock of the computer says', async () => {
  interceptOperation(
    'Job',
    changeResponse<{ getJobResult: { files: { url: string }[] } }>(({ getJobResult }) => {
      for (const file of getJobResult.files) file.url = file.url.replace(/expires=\d+/, 'expires=1');
    }),
  );
  await openFiles({ name: 'writeToTxt' });
  const link = page.getByRole('link', { name: 'Download report.txt' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('expires=1&'));
  const downloads = watchDownloads();
  const now = Date.now.bind(Date);
  for (const hours of [0, 2, -2]) {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    downloads.length = 0;
    await link.click();
    await expect.poll(() => downloads).toHaveLength(1);
    const [address = ''] = downloads;
    expect(address).toMatch(/^report\.txt .*\/api\/files\/file_\w+\?expires=\d{10}&/);
    expect((await fetch(address.split(' ')[1] ?? '')).status).toBe(200);
  }
  await expect.element(downloadFailure()).not.toBeInTheDocument();
});

test('a download that the server refuses, or whose job was deleted, is said to have failed', async () => {
  const id = await openFiles({ name: 'writeToTxt' }, { name: 'writeToJson' });
  const downloads = watchDownloads();
  interceptRequest('', () => new Response(null, { status: 410 }));
  await page.getByRole('link', { name: 'Download report.txt' }).click();
  await expect.element(downloadFailure()).toBeVisible();
  letRequestsThrough();
  await page.getByRole('link', { name: 'Download report.txt' }).click();
  await expect.element(downloadFailure()).not.toBeInTheDocument();
  await deleteJob(id);
  downloads.length = 0;
  await page.getByRole('link', { name: 'Download report.json' }).click();
  await expect.element(downloadFailure()).toBeVisible();
  expect(downloads).toEqual([]);
});

/** Whether a canvas has more than one color. */
function isDrawn(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  const pixels = new Uint32Array(Uint8Array.from(data).buffer);
  return pixels.some((pixel) => pixel !== pixels[0]);
}

const pdfPages = () => page.getByRole('region', { name: 'Preview of report.pdf' }).getByRole('figure');

test('the pages of a PDF file are drawn as wide as the panel, and their texts can be read', async () => {
  await openFiles({ name: 'writeToPdf' });
  await press(button('Preview report.pdf'), '{Enter}');
  await expect.element(pdfPages()).toHaveAccessibleName('Page 1 of 1');
  await expect.element(pdfPages()).toMatchTextContent('All 14 arms were delivered.');
  const canvas = pdfPages().css('canvas').element() as HTMLCanvasElement;
  expect(isDrawn(canvas)).toBe(true);
  await expectAccessible();
  for (const width of [375, 320]) {
    await resize(width, 900);
    expect(sidewaysScroll()).toBe(0);
    expect(canvas.clientWidth).toBeGreaterThan(width / 2);
  }
  await press(button('Hide report.pdf'), '{Enter}');
  await expect.element(pdfPages()).not.toBeInTheDocument();
});

test('of a long PDF file, the first 10 pages are shown, with how many there are', async () => {
  const paragraphs = Array.from({ length: 600 }, (_, index) => `Arm ${index} was delivered.`);
  await openFilesOf(paragraphs.join('\n\n'), { name: 'writeToPdf' });
  await button('Preview report.pdf').click();
  const note = /Only the first 10 of [12]\d pages are shown\. Download the file for all of it\./;
  await expect.element(files()).toMatchTextContent(note);
  expect(pdfPages().elements()).toHaveLength(10);
  expect(textsOf(pdfPages())[0]).toContain('Arm 0 was delivered.');
});

const damaged = '%PDF-1.7\nnothing else';
const bytes32 = `<${'41'.repeat(32)}>`;
/** Encrypted with a password that isn't empty. */
const locked = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>> endobj
trailer <</Root 1 0 R /ID [<41> <41>] /Encrypt <</Filter /Standard /V 1 /R 2 /P -1 /O ${bytes32} /U ${bytes32}>>>>
%%EOF`;
const unlocked = locked.replace(/\/Encrypt <<.*?>>/, '');

test('a PDF file that is damaged, or has a password, leads to the download', async () => {
  await openFiles({ name: 'writeToPdf' });
  let served = unlocked;
  interceptRequest('', () => new Response(served));
  await button('Preview report.pdf').click();
  await expect.element(pdfPages()).toBeVisible();
  for (served of [damaged, locked]) {
    await button('Hide report.pdf').click();
    await button('Preview report.pdf').click();
    await expect.element(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  }
});

test('a file that is no longer kept keeps its name, and has nothing to open', async () => {
  await signInNewPerson();
  const id = await runJob({
    steps: [{ id: 'report', task: 'summarization', postprocessors: [{ name: 'writeToTxt' }] }],
  });
  interceptOperation(
    'Job',
    changeResponse<{ getJobResult: { files: { url: string | null }[] } }>(({ getJobResult }) => {
      for (const file of getJobResult.files) file.url = null;
    }),
  );
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(files()).toMatchTextContent('report.txt');
  await expect.element(files()).toMatchTextContent('No longer kept');
  await expect.element(page.getByRole('link', { name: /^Download/ })).not.toBeInTheDocument();
});

test('a job without files has no section of them', async () => {
  await signInNewPerson();
  const id = await runJob();
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(section('Steps')).toBeVisible();
  await expect.element(files()).not.toBeInTheDocument();
  await expect.element(section('Callbacks')).not.toBeInTheDocument();
});
