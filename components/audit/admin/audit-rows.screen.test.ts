import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { answerEvents, event, rows } from '@/testing/screens/pages/audit-page';
import { focus, press } from '@/testing/screens/press';

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
  await expect.element(json).toHaveText(JSON.stringify(metadata, null, 2));
  await expectAccessible();
});

test('long metadata and many changes scroll in boxes of their own, by keyboard, and fit a phone', async () => {
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
    for (const box of [rows().css('pre'), rows().css('dl')]) {
      box.element().scrollTop = 0;
      focus(box);
      await userEvent.keyboard('{End}');
      await expect.poll(() => box.element().scrollTop).toBeGreaterThan(0);
    }
    await expectAccessible();
  }
});
