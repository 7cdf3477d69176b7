import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { openOwnAccount } from '@/testing/screens/people';
import { openAdmin, region } from './admin-page';

/** The notice shown when another admin has changed the account since then. */
export const stale =
  "This account has changed since you read it. Your change wasn't saved. Review the latest version.";

/** The Subscription Plan on the page, its dialog, and their controls. */
export function planOf() {
  const section = region('Subscription Plan');
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
export async function openPlan() {
  const own = await openOwnAccount('plan_pro');
  await openAdmin('/account', own.admin.email);
  const plan = planOf();
  await expect.element(plan.open).toBeVisible();
  return { ...own, ...plan };
}

/** The Company Profile on the page, and its controls. */
export function profileOf() {
  const section = region('Company Profile');
  return {
    section,
    name: section.css('dd').first(),
    edit: section.getByRole('button', { name: 'Edit account name' }),
    input: section.css('[name=account_name]'),
    save: section.getByRole('button', { name: 'Save' }),
    cancel: section.getByRole('button', { name: 'Cancel' }),
    alert: section.getByRole('alert'),
    saved: section.getByRole('status').filter({ hasText: 'Account name saved.' }),
  };
}

/** Opens the account page as the admin of an account of its own. */
export async function openProfile() {
  const own = await openOwnAccount();
  await openAdmin('/account', own.admin.email);
  const profile = profileOf();
  await expect.element(profile.edit).toBeVisible();
  return { ...own, ...profile };
}

/** A change by another admin of the account. */
export const changeAsAnotherAdmin = (
  id: string,
  updates: { account_name?: string; account_plan_id?: string },
) =>
  ask(
    'mutation Other($id: ID!, $updates: AccountUpdates!) { updateAccount(id: $id, updates: $updates) { id } }',
    { id, updates },
  );
