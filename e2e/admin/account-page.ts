import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect } from '@/e2e/fixtures';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin, region } from './admin-page';

/** The notice shown when another admin has changed the account meanwhile. */
export const stale = 'This account has changed since you read it. Nothing was saved; look at it again.';

/** The Subscription Plan on the page, its dialog, and their controls. */
export function planOf(page: Page) {
  const section = region(page, 'Subscription Plan');
  const dialog = page.getByRole('dialog', { name: 'Change Plan' });
  return {
    section,
    dialog,
    open: section.getByRole('button', { name: 'Change Plan' }),
    outcome: section.getByRole('status'),
    undo: section.getByRole('button', { name: 'Undo' }),
    card: (name: string) => dialog.getByRole('listitem').filter({ hasText: name }),
    choice: (name: string) => dialog.getByRole('button', { name: `Switch to ${name}` }),
    alert: dialog.getByRole('alert'),
  };
}

/** Opens the account page as the admin of an account of its own, on Pro. */
export async function openPlan(page: Page) {
  const own = await openOwnAccount('plan_pro');
  await openAdmin(page, '/account', own.admin.email);
  const plan = planOf(page);
  await expect(plan.open).toBeVisible();
  return { ...own, ...plan };
}

/** The Company Profile on the page, and its controls. */
export function profileOf(page: Page) {
  const section = region(page, 'Company Profile');
  return {
    section,
    edit: section.getByRole('button', { name: 'Edit account name' }),
    input: section.locator('[name=account_name]'),
    save: section.getByRole('button', { name: 'Save' }),
    cancel: section.getByRole('button', { name: 'Cancel' }),
    alert: section.getByRole('alert'),
    saved: section.getByRole('status').filter({ hasText: 'Account name saved.' }),
  };
}

/** Opens the account page as the admin of an account of its own. */
export async function openProfile(page: Page) {
  const own = await openOwnAccount();
  await openAdmin(page, '/account', own.admin.email);
  const profile = profileOf(page);
  await expect(profile.edit).toBeVisible();
  return { ...own, ...profile };
}

/** What another admin of the account does meanwhile. */
export const changeMeanwhile = (
  page: Page,
  id: string,
  updates: { account_name?: string; account_plan_id?: string },
) =>
  ask(
    page,
    'mutation Other($id: ID!, $updates: AccountUpdates!) { updateAccount(id: $id, updates: $updates) { id } }',
    { id, updates },
  );
