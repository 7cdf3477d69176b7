import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { isTooWide } from '@/e2e/layout';
import { openOwnAccount } from '@/e2e/own-account';
import { followRequests } from '@/e2e/settled-page';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const pressMenu = async (page: Page, item: string) => {
  await press(page, /^More actions/);
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog], dialog[open]').last();

interface Opening {
  name: string;
  path: string;
  open: (page: Page) => Promise<unknown>;
  /** The opened element; a dialog by default. */
  opened?: (page: Page) => ReturnType<Page['locator']>;
  /** Only where the header's links are in its menu, or where they aren't. */
  folded?: boolean;
}

const users = '/dashboard/admin/users';
const keys = '/dashboard/admin/apikeys';
const account = '/dashboard/admin/account';
const settings = '/dashboard/account';
const devdocs = '/dashboard/devdocs';

const openings: Opening[] = [
  { name: 'Edit user', path: users, open: (page) => press(page, 'Edit dev-') },
  {
    name: 'Reset password',
    path: users,
    open: async (page) => {
      await press(page, 'Edit dev-');
      await dialog(page).getByRole('button', { name: 'Reset password' }).click();
    },
  },
  { name: 'Disable user', path: users, open: (page) => press(page, 'Disable dev-') },
  { name: 'Create API key', path: keys, open: (page) => press(page, '+ Create API Key') },
  { name: 'Rotate', path: keys, open: (page) => press(page, /^Rotate/) },
  {
    name: 'Actions of a key',
    path: keys,
    open: (page) => press(page, /^More actions/),
    opened: (page) => page.getByRole('menu'),
  },
  { name: 'Edit scopes', path: keys, open: (page) => pressMenu(page, 'Edit scopes') },
  { name: 'Rename', path: keys, open: (page) => pressMenu(page, 'Rename') },
  { name: 'Revoke', path: keys, open: (page) => pressMenu(page, 'Revoke') },
  { name: 'Change plan', path: account, open: (page) => press(page, 'Change Plan') },
  { name: 'Cancel subscription', path: account, open: (page) => press(page, 'Cancel Subscription') },
  { name: 'Delete a key', path: settings, open: (page) => pressMenu(page, 'Delete') },
  {
    name: 'Unsaved changes',
    path: settings,
    open: async (page) => {
      await page.locator('[name=first_name]').fill('Ursula');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click();
    },
  },
  { name: 'Command menu', path: settings, open: (page) => page.keyboard.press('Control+k') },
  { name: 'Search of the docs', path: devdocs, open: (page) => press(page, /^Search docs/) },
  {
    name: 'Tree of the docs',
    path: devdocs,
    open: (page) => press(page, 'Developer Docs menu'),
    folded: true,
  },
  ...[settings, users].map((path) => ({
    name: `Menu on ${path}`,
    path,
    open: (page: Page) => press(page, 'Menu'),
    opened: (page: Page) => page.locator('#site-menu'),
    folded: true,
  })),
  {
    name: 'Identity',
    path: settings,
    open: (page) => press(page, /^Uma Reyes/),
    opened: (page) => page.getByRole('button', { name: 'Sign out' }).first(),
    folded: false,
  },
];

/** An admin of an account with a developer and a key of the admin's. */
async function signInAdmin(page: Page): Promise<void> {
  const { accountId, admin } = await openOwnAccount();
  await signIn(page, admin.email);
  await ask(
    page,
    'mutation ($accountId: ID!, $email: String!) { createUser(accountId: $accountId, email: $email, password: "switchyard-demo") { id } }',
    { accountId, email: `dev-${admin.email}` },
  );
  await ask(page, 'mutation { createAPIKey(scopes: {}, name: "Nightly") { rawKey } }');
}

for (const { width, height, isFolded } of [
  { width: 320, height: 568, isFolded: true },
  { width: 1440, height: 900, isFolded: false },
])
  test(`at ${width} px, every dialog and menu of the consoles fits and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signInAdmin(page);
    const settle = followRequests(page);
    for (const { name, path, open, opened = dialog, folded } of openings) {
      if (folded !== undefined && folded !== isFolded) continue;
      await test.step(name, async () => {
        await page.goto(path);
        await settle();
        await open(page);
        await expect(opened(page)).toBeVisible();
        await settle();
        expect.soft(await isTooWide(page), `${name}: the page is wider than its window`).toBe(false);
        const box = await opened(page).boundingBox();
        expect.soft(box?.x, `${name}: its left edge`).toBeGreaterThanOrEqual(0);
        expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${name}: its right edge`).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      });
    }
  });
