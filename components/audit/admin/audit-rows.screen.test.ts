import { expect, onTestFinished, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { chooseTimes } from '@/lib/format/stored-choice';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { moveToTimeZone } from '@/testing/screens/move-to-time-zone';
import { onPaper } from '@/testing/screens/on-paper';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { details, event, respondWithEvents, rows } from '@/testing/screens/pages/audit-page';
import { press } from '@/testing/screens/press';

const show = (row: Locator) => row.getByRole('button', { name: 'Show metadata', exact: true });

test('rows are compact: a sentence, why and where from under it, their JSON a press away', async () => {
  const metadata = { entity_id: 'usr_1', reason: 'password', address: '203.0.113.7', times: 7 };
  const refused = { ...metadata, operation: 'createUser', reason: undefined, times: 1 };
  respondWithEvents([
    event({ id: 'aud_3', action: 'user.refuse_sign_in', user_id: null, user_name: null, metadata }),
    event({ id: 'aud_2', action: 'user.refuse_call', metadata: refused }),
  ]);
  await openAdmin('/audit-logs');
  await expect.element(rows()).toHaveLength(2);
  const sentence = (at: number) => textsOf(rows().nth(at).getByRole('cell').nth(1).css('p'));
  expect(sentence(0)).toEqual([
    'An unknown person failed to sign in as Ada Byron, 7 times.',
    'Wrong password · 203.0.113.7',
  ]);
  expect(sentence(1)).toEqual(['Ada Byron was refused createUser.', '203.0.113.7']);
  for (const [width, height] of [
    [375, 290],
    [768, 180],
    [1440, 120],
  ] as const) {
    await resize(width, 900);
    for (const one of rows().elements()) expect(one.getBoundingClientRect().height).toBeLessThan(height);
  }
  const json = details(rows().first()).css('pre');
  await expect.element(json).not.toBeVisible();
  await press(show(rows().first()), '{Enter}');
  await expect.element(json).toBeVisible();
  await expect.element(json).toHaveTextContent(JSON.stringify(metadata, null, 2), {
    normalizeWhitespace: false,
  });
  await expectAccessible();
});

test('an id in the metadata leads to the page of its record', async () => {
  const job = `job_${'4k'.repeat(10)}`;
  respondWithEvents([event({ action: 'job.cancel', metadata: { entity_id: job } })]);
  await openAdmin('/audit-logs');
  await expect.element(show(rows())).toBeVisible();
  await press(show(rows()), '{Enter}');
  await expect
    .element(details(rows()).getByRole('link', { name: job }))
    .toHaveAttribute('href', `/dashboard/admin/workflows/${job}`);
  await expectAccessible();
});

test('many changes and long values, shown at a press, fit every width', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `field_${index}`);
  const from = { text: 'w'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 1])) };
  const to = { text: 'x'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 2])) };
  const metadata = { entity_id: 'acc_1', changes: { settings: { from, to } } };
  respondWithEvents([event({ action: 'account.update', metadata, user_name: 'ß'.repeat(120) })]);
  await openAdmin('/audit-logs');
  await expect.element(show(rows())).toBeVisible();
  await press(show(rows()), '{Enter}');
  await expect.element(details(rows()).css('dl > div').last()).toBeVisible();
  for (const width of [375, 768, 1440]) {
    await resize(width, 900);
    expect(sidewaysScroll()).toBe(0);
    await expectAccessible();
  }
});

test('metadata is shown and hidden by keyboard, and printed without a press', async () => {
  const metadata = { entity_id: 'ses_1', device: 'Firefox' };
  respondWithEvents([event({ metadata })]);
  await openAdmin('/audit-logs');
  await expect.element(show(rows())).toHaveAttribute('aria-expanded', 'false');
  const json = details(rows()).css('pre');
  await expect.element(json).not.toBeVisible();
  await onPaper(() => expect.element(json).toBeVisible());

  await press(show(rows()), '{Enter}');
  await expect.element(json).toHaveTextContent(JSON.stringify(metadata, null, 2), {
    normalizeWhitespace: false,
  });
  await expectAccessible();
  const hide = rows().getByRole('button', { name: 'Hide metadata', exact: true });
  await expect.element(hide).toHaveFocus();
  await press(hide, '{Enter}');
  await expect.element(json).not.toBeVisible();
});

for (const { times, widths } of [
  { times: 'utc', widths: [320, 375, 620, 768, 1024, 1280, 1440, 2560] },
  { times: 'local', widths: [375, 1024, 1280, 1440, 2560] },
] as const) {
  test(`a timestamp in ${times} times is one line, whatever the width and the row's other texts`, async () => {
    await moveToTimeZone('Asia/Kolkata');
    respondWithEvents([event({ user_name: 'w'.repeat(80), metadata: { text: 'w'.repeat(300) } })]);
    await openAdmin('/audit-logs');
    onTestFinished(() => chooseTimes('utc'));
    chooseTimes(times);
    const time = rows().css('time');
    await expect.element(time).toMatchTextContent(times === 'utc' ? /Z$/ : /\+05:30$/);
    const lines = () => {
      const range = document.createRange();
      range.selectNodeContents(time.element());
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    for (const width of widths) {
      await resize(width, 900);
      expect.soft(lines(), `${width} px`).toBe(1);
      expect.soft(sidewaysScroll(), `${width} px`).toBe(0);
    }
  });
}
