import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseTimes } from '@/lib/format/times';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { moveToTimeZone } from '@/testing/screens/move-to-time-zone';
import { onPaper } from '@/testing/screens/on-paper';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { answerEvents, event, rows } from '@/testing/screens/pages/audit-page';
import { focus, press } from '@/testing/screens/press';

/** How many lines of the only event's metadata are in view. */
const shownLines = () => {
  const text = rows().css('pre code').element();
  return Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
};
const showAll = () => page.getByRole('button', { name: 'Show all metadata', exact: true });

test('refusals are compact: a sentence, why and where from under it, their JSON a press away', async () => {
  const metadata = { entity_id: 'usr_1', reason: 'password', address: '203.0.113.7', times: 7 };
  const refused = { ...metadata, operation: 'createUser', reason: undefined, times: 1 };
  answerEvents([
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
  const json = rows().first().css('pre');
  await expect.element(json).not.toBeVisible();
  await press(rows().first().getByText('View JSON'), '{Enter}');
  await expect.element(json).toBeVisible();
  await expect.element(json).toHaveTextContent(JSON.stringify(metadata, null, 2), {
    normalizeWhitespace: false,
  });
  await expectAccessible();
});

test('many changes scroll in a box of their own, by keyboard, next to four lines of metadata, and fit a phone', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `field_${index}`);
  const from = { text: 'w'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 1])) };
  const to = { text: 'x'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 2])) };
  const metadata = { entity_id: 'acc_1', changes: { settings: { from, to } } };
  answerEvents([event({ action: 'account.update', metadata, user_name: 'ß'.repeat(120) })]);
  await openAdmin('/audit-logs');
  await expect.element(rows()).toHaveLength(1);
  for (const width of [375, 768, 1440]) {
    await resize(width, 900);
    expect(sidewaysScroll()).toBe(0);
    expect(rows().element().getBoundingClientRect().height).toBeLessThan(1_000);
    const box = rows().css('dl');
    box.element().scrollTop = 0;
    focus(box);
    await userEvent.keyboard('{End}');
    await expect.poll(() => box.element().scrollTop).toBeGreaterThan(0);
    expect(shownLines()).toBe(4);
    await expectAccessible();
  }
});

test('long metadata shows four lines, all of them at a press, and all of them on paper', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`field_${index}`, index]));
  answerEvents([event({ metadata })]);
  await openAdmin('/audit-logs');
  await expect.element(showAll()).toBeVisible();
  expect(shownLines()).toBe(4);
  // Whole for screen readers and for the browser's search.
  await expect.element(rows().css('pre')).toHaveTextContent(JSON.stringify(metadata, null, 2), {
    normalizeWhitespace: false,
  });
  await expectAccessible();

  await onPaper(async () => {
    expect(shownLines()).toBe(11);
    await expect.element(showAll()).not.toBeInTheDocument();
  });

  await press(showAll(), '{Enter}');
  const less = page.getByRole('button', { name: 'Show less metadata', exact: true });
  await expect.element(less).toHaveFocus();
  expect(shownLines()).toBe(11);
  await expectAccessible();
  await press(less, '{Enter}');
  await expect.element(showAll()).toHaveFocus();
  await expect.element(showAll()).toBeInViewport();
  expect(shownLines()).toBe(4);
});

test('five lines are shown, since a button would take the place of the fifth', async () => {
  answerEvents([event({ metadata: { entity_id: 'ses_1', device: 'Firefox', address: '::1' } })]);
  await openAdmin('/audit-logs');
  await expect.element(rows()).toHaveLength(1);
  expect(shownLines()).toBe(5);
  await expect.element(showAll()).not.toBeInTheDocument();
});

for (const { times, widths } of [
  { times: 'utc', widths: [320, 375, 620, 768, 1024, 1280, 1440, 2560] },
  { times: 'local', widths: [375, 1024, 1280, 1440, 2560] },
] as const) {
  test(`a timestamp in ${times} times is one line, whatever the width and the row's other texts`, async () => {
    await moveToTimeZone('Asia/Kolkata');
    answerEvents([event({ user_name: 'w'.repeat(80), metadata: { text: 'w'.repeat(300) } })]);
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
