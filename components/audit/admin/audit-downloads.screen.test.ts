import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { latch, noNetwork, refuse } from '@/testing/screens/intercept-operation';
import {
  event,
  events,
  interceptDownload,
  line,
  openOwnTrail,
  rows,
} from '@/testing/screens/pages/audit-page';
import { press } from '@/testing/screens/press';
import { watchSavedFiles } from '@/testing/screens/saved-files';

const button = (name: 'Download CSV' | 'Download JSON Lines' | 'Cancel') =>
  page.getByRole('button', { name, exact: true });

test('all pages are read, with their number on the way; a second press is none, and leaves the file whole', async () => {
  const downloads = watchSavedFiles();
  const { held, release } = latch();
  const asked: unknown[] = [];
  interceptDownload(async (_, respondWith, after) => {
    asked.push(after);
    if (after === null) return respondWith(events(1_000, 'a'));
    await held;
    return respondWith([...events(203, 'b'), event({ id: 'last', user_name: '=1+1' })]);
  });
  await openOwnTrail();
  await expect.element(rows()).toHaveLength(3);
  await button('Download CSV').dblClick();
  await expect.element(page.getByText('1,000 events so far…')).toBeVisible();
  await expect.element(button('Download CSV')).toHaveAttribute('aria-disabled', 'true');
  await press(button('Download JSON Lines'), '{Enter}');
  await expectAccessible();
  release();
  await expect.element(line('1,204 events downloaded.')).toBeVisible();
  expect(asked).toEqual([null, 'a_999']);
  expect(downloads).toHaveLength(1);
  const lines = ((await downloads[0]?.text) ?? '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_205);
  expect(lines.at(-1)).toContain(`last,2026-11-06T08:12:00.000Z,usr_1,'=1+1,`);
  await expect.element(button('Cancel')).not.toBeInTheDocument();
});

test('the outcome of a download goes when other events are listed', async () => {
  watchSavedFiles();
  interceptDownload((_, respondWith) => respondWith(events(3, 'a')));
  await openOwnTrail();
  await button('Download CSV').click();
  await expect.element(line('3 events downloaded.')).toBeVisible();
  await page.getByLabelText('From (UTC)').fill('2026-01-02');
  await expect.element(line('3 events downloaded.')).not.toBeInTheDocument();
});

test('a canceled download saves nothing and gives the focus back', async () => {
  const downloads = watchSavedFiles();
  const { held, release } = latch();
  interceptDownload(async (call, respondWith, after) => {
    if (after === null) return respondWith(events(1_000, 'a'));
    await held;
    return noNetwork(call);
  });
  await openOwnTrail();
  await press(button('Download JSON Lines'), '{Enter}');
  await expect.element(page.getByText('1,000 events so far…')).toBeVisible();
  await press(button('Cancel'), '{Enter}');
  await expect.element(line('Download canceled. No file was saved.')).toBeVisible();
  await expect.element(button('Download JSON Lines')).toHaveFocus();
  await expect.element(button('Cancel')).not.toBeInTheDocument();
  release();
  expect(downloads).toEqual([]);
});

for (const { name, message, fail } of [
  { name: 'the API refuses', message: 'Not now.', fail: refuse('Not now.') },
  { name: 'the network goes', message: "The audit logs couldn't be read.", fail: noNetwork },
]) {
  test(`if ${name} halfway, the page says so, nothing is saved, and another press reads all`, async () => {
    expectConsole(/couldn't be read/);
    const downloads = watchSavedFiles();
    let failing = true;
    interceptDownload((call, respondWith, after) => {
      if (after === null) return respondWith(events(1_000, 'a'));
      return failing ? fail(call) : respondWith([]);
    });
    await openOwnTrail();
    await press(button('Download CSV'), '{Enter}');
    const alert = page.getByRole('alert').filter({ hasText: 'No file was saved. Try again.' });
    await expect.element(alert).toHaveTextContent(`${message} No file was saved. Try again.`);
    await expect.element(button('Download CSV')).toHaveFocus();
    await expectAccessible();
    expect(downloads).toEqual([]);
    failing = false;
    await press(button('Download CSV'), '{Enter}');
    await expect.element(line('1,000 events downloaded.')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    expect(downloads).toHaveLength(1);
  });
}

test('without events no file is made', async () => {
  const downloads = watchSavedFiles();
  await openOwnTrail('?action=invoice.settle');
  await expect.element(page.getByText('No audit events found.')).toBeVisible();
  await press(button('Download CSV'), '{Enter}');
  await expect.element(line('There are no events to download.')).toBeVisible();
  expect(downloads).toEqual([]);
});
