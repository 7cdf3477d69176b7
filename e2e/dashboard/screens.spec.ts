import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, openBlank, requestToken, storeToken, test } from '@/e2e/fixtures';
import { isTooWide, layoutShift, smallTargets, watchLayoutShift } from '@/e2e/layout';
import { openOwnAccount } from '@/e2e/own-account';
import { followRequests, paintBeforeResponses } from '@/e2e/settled-page';
import { adminNavigation, dashboardNavigation } from '@/lib/config/navigation';

const mostShift = 0.02;

const developerScreens = dashboardNavigation.map(({ href }) => href);
const adminScreens = adminNavigation.flatMap(({ links }) => links.map(({ href }) => href));

/** The path of an invoice of the person's account. */
async function invoicePath(page: Page, token: string): Promise<string> {
  const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }', {}, token);
  const { listInvoices } = await ask<{ listInvoices: { id: string }[] }>(
    page,
    'query ($accountId: ID!) { listInvoices(accountId: $accountId, limit: 1) { id } }',
    { accountId: me.account_id },
    token,
  );
  return `/dashboard/admin/account/invoices/${listInvoices[0]?.id}`;
}

interface Visitor {
  who: string;
  email: () => Promise<string>;
  screens: (page: Page, token: string) => Promise<string[]>;
}

const visitors: Visitor[] = [
  {
    who: 'a developer',
    email: async () => 'dev@acme.test',
    screens: async () => [
      ...developerScreens,
      '/dashboard/usage/what-if',
      '/dashboard/workflows/new',
      '/dashboard/workflows/new?tab=chat',
      '/dashboard/workflows/bulk/new',
      '/dashboard/workflows/templates?name=Support+ticket+triage',
      '/dashboard/workflows/bulk/bulk_nonexistent',
      '/dashboard/devdocs/api-playground',
      '/dashboard/devdocs/api/users',
      '/dashboard/devdocs/no-such-page',
      // Led to the dashboard, which says why.
      '/dashboard/admin',
    ],
  },
  {
    who: 'an admin',
    email: async () => 'admin@acme.test',
    screens: async (page, token) => [
      ...adminScreens,
      '/dashboard/admin/usage?days=7',
      '/dashboard/admin/usage/what-if',
      '/dashboard/admin/workflows/templates?name=Invoice+extraction',
      await invoicePath(page, token),
    ],
  },
  {
    who: 'the admin of an empty account',
    email: async () => (await openOwnAccount()).admin.email,
    screens: async () => [...developerScreens, ...adminScreens],
  },
];

for (const { width, height, resizedTo } of [
  { width: 375, height: 812, resizedTo: 320 },
  { width: 1440, height: 900, resizedTo: 2560 },
]) {
  const sizes = `at ${width} px, and resized to ${resizedTo} px,`;
  for (const { who, email, screens } of visitors)
    test(`${sizes} every screen of ${who} fits; it doesn't move while it loads, and is accessible`, async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/Failed to load resource.*404/);
      const token = await requestToken(page, await email());
      const paths = await screens(page, token);
      await openBlank(page);
      await storeToken(page, token);
      await watchLayoutShift(page);
      await paintBeforeResponses(page);
      const settle = followRequests(page);
      for (const path of paths)
        await test.step(path, async () => {
          await page.setViewportSize({ width, height });
          await page.goto(path);
          await settle();
          await expect.soft(page.locator('[data-skeleton]'), `${path} has loaded`).toHaveCount(0);
          const missing = page.getByRole('heading', { name: '404 - Not Found' });
          await expect.soft(missing, `${path} is a page`).toHaveCount(0);
          await expectStill(page, path);
          expect.soft(await isTooWide(page), `${path} is wider than its window`).toBe(false);
          expect.soft(await smallTargets(page), `${path} has small targets in tables`).toEqual([]);
          await expectAccessible(page);
          await page.setViewportSize({ width: resizedTo, height });
          await expect.poll(() => isTooWide(page), `${path} at ${resizedTo} px`).toBe(false);
        });
    });

  test(`at ${width} px, the page under the dialog for signing in doesn't move, and both are accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await watchLayoutShift(page);
    await paintBeforeResponses(page);
    const settle = followRequests(page);
    await page.goto('/dashboard');
    await settle();
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
    await expectStill(page, '/');
    await expectAccessible(page);
  });
}

async function expectStill(page: Page, path: string): Promise<void> {
  const { sum, moved } = await layoutShift(page);
  expect.soft(sum, `layout shift of ${path}: ${moved.join('; ')}`).toBeLessThan(mostShift);
}
