import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectCleanConsole, expectConsole } from '@/testing/screens/console-watch';
import { interceptOperation, latch, noNetwork } from '@/testing/screens/intercept-operation';
import { textsOf } from '@/testing/screens/pages/admin-page';
import { openWith, sessions } from '@/testing/screens/pages/sessions-page';

test("requests that the browser ends because Settings is left aren't failures: they are neither logged nor shown", async () => {
  const { held, release } = latch();
  const requests = { sent: 0, ended: 0 };
  interceptOperation('\\w+', async (call) => {
    if (/query Me\b/.test(call.query)) return call.send();
    requests.sent += 1;
    await held;
    requests.ended += 1;
    return noNetwork(call);
  });
  await openWith(0);
  await expect.poll(() => requests.sent).toBeGreaterThan(2);
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const checks = { ended: 0 };
  interceptOperation('Me', (call) => {
    checks.ended += 1;
    return noNetwork(call);
  });
  // While the first check is under way, no other begins.
  const returnToPage = () => document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => returnToPage() && checks.ended).toBeGreaterThan(0);
  release();
  await expect.poll(() => requests.ended).toBe(requests.sent);
  // React renders a failure, and logs it, within these.
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  expect(textsOf(page.getByRole('alert')).filter(Boolean)).toEqual([]);
  expectCleanConsole();

  expectConsole(/couldn't be/);
  window.dispatchEvent(new PageTransitionEvent('pageshow'));
  await expect.element(sessions.section.getByRole('alert')).toBeVisible();
});
