import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { latch, refuse } from '@/e2e/intercept-operation';
import { event, events, interceptDownload, line, openOwnTrail, row, rows } from './audit-page';

const button = (page: Page, name: 'Download CSV' | 'Download JSON Lines' | 'Cancel') =>
  page.getByRole('button', { name, exact: true });

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

/** The files that the page hands out from now on. */
function watchDownloads(page: Page): Download[] {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  return downloads;
}

test('both files hold the events of the present filters', async ({ page }) => {
  const { accountId, admin } = await openOwnTrail(page, '?action=user.create');
  await expect(row(page, 'user.create')).toHaveCount(1);
  const id = /aud_[0-9a-z]{20}/;
  const csv = page.waitForEvent('download');
  await button(page, 'Download CSV').press('Enter');
  expect((await csv).suggestedFilename()).toBe('audit-logs-user.create.csv');
  const lines = (await textOf(await csv)).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('id,created_at,user_id,user_name,account_id,action,entity_name,metadata');
  expect(lines[1]).toMatch(id);
  expect(lines[1]).toContain(`Z,,,${accountId},user.create,Uma Reyes,"{""entity_id"":""${admin.id}""`);
  await expect(line(page, '1 event downloaded.')).toBeVisible();
  const jsonl = page.waitForEvent('download');
  await button(page, 'Download JSON Lines').press('Enter');
  expect((await jsonl).suggestedFilename()).toBe('audit-logs-user.create.jsonl');
  const [first, ...rest] = (await textOf(await jsonl)).split('\n');
  expect(rest).toEqual(['']);
  expect(JSON.parse(first ?? '')).toMatchObject({
    id: expect.stringMatching(id),
    created_at: expect.stringMatching(/Z$/),
    user_id: null,
    account_id: accountId,
    action: 'user.create',
    entity_name: 'Uma Reyes',
    metadata: { entity_id: admin.id, role: 'ADMIN' },
  });
  await expectAccessible(page);
});

test('all pages are read, with their number on the way; a second press is none, and leaves the file whole', async ({
  page,
}) => {
  const downloads = watchDownloads(page);
  const { held, release } = latch();
  const asked: (string | null)[] = [];
  await interceptDownload(page, async (_route, answer, after) => {
    asked.push(after);
    if (after === null) return answer(events(1_000, 'a'));
    await held;
    return answer([...events(203, 'b'), event({ id: 'last', user_name: '=1+1' })]);
  });
  await openOwnTrail(page);
  await expect(rows(page)).toHaveCount(3);
  await button(page, 'Download CSV').dblclick();
  await expect(page.getByText('1,000 events so far…')).toBeVisible();
  await expect(button(page, 'Download CSV')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Download JSON Lines').press('Enter');
  await expectAccessible(page);
  release();
  await expect(line(page, '1,204 events downloaded.')).toBeVisible();
  expect(asked).toEqual([null, 'a_999']);
  expect(downloads).toHaveLength(1);
  const lines = (await textOf(downloads[0] as Download)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_205);
  expect(lines.at(-1)).toContain(`last,2026-11-06T08:12:00.000Z,usr_1,'=1+1,`);
  await expect(button(page, 'Cancel')).toHaveCount(0);
});

test('a canceled download saves nothing and gives the focus back', async ({ page }) => {
  const downloads = watchDownloads(page);
  const { held, release } = latch();
  await interceptDownload(page, async (route, answer, after) => {
    if (after === null) return answer(events(1_000, 'a'));
    await held;
    await route.abort().catch(() => undefined);
  });
  await openOwnTrail(page);
  await button(page, 'Download JSON Lines').press('Enter');
  await expect(page.getByText('1,000 events so far…')).toBeVisible();
  await button(page, 'Cancel').press('Enter');
  await expect(line(page, 'Download canceled. Nothing was saved.')).toBeVisible();
  await expect(button(page, 'Download JSON Lines')).toBeFocused();
  await expect(button(page, 'Cancel')).toHaveCount(0);
  release();
  expect(downloads).toEqual([]);
});

for (const { name, message, fail, console } of [
  { name: 'the API refuses', message: 'Not now.', fail: refuse('Not now.'), console: /could not be read/ },
  {
    name: 'the network goes',
    message: 'The audit logs could not be read.',
    fail: (route: Parameters<ReturnType<typeof refuse>>[0]) => route.abort(),
    console: /could not be read|Failed to load resource/,
  },
]) {
  test(`if ${name} halfway, the page says so, nothing is saved, and another press reads all`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(console);
    const downloads = watchDownloads(page);
    let failing = true;
    await interceptDownload(page, (route, answer, after) => {
      if (after === null) return answer(events(1_000, 'a'));
      return failing ? fail(route) : answer([]);
    });
    await openOwnTrail(page);
    await button(page, 'Download CSV').press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Nothing was saved.' });
    await expect(alert).toHaveText(`${message} Nothing was saved.`);
    await expect(button(page, 'Download CSV')).toBeFocused();
    await expectAccessible(page);
    expect(downloads).toEqual([]);
    failing = false;
    await button(page, 'Download CSV').press('Enter');
    await expect(line(page, '1,000 events downloaded.')).toBeVisible();
    await expect(alert).toHaveCount(0);
    expect(downloads).toHaveLength(1);
  });
}

test('without events no file is made', async ({ page }) => {
  const downloads = watchDownloads(page);
  await openOwnTrail(page, '?action=invoice.settle');
  await expect(page.getByText('No audit events found.')).toBeVisible();
  await button(page, 'Download CSV').press('Enter');
  await expect(line(page, 'There are no events to download.')).toBeVisible();
  expect(downloads).toEqual([]);
});
