import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin, region } from './admin-page';

export const fieldNames =
  'full_name email company_name tax_id tax_id_label address_line1 address_line2 city state postal_code country phone_number'.split(
    ' ',
  );
const saved = 'Billing information saved.';

export const section = (page: Page) => region(page, 'Billing Information');
export const title = (page: Page) => section(page).getByRole('heading', { name: 'Billing Information' });
export const field = (page: Page, name: string) => section(page).locator(`[name=${name}]`);
export const edit = (page: Page) => section(page).getByRole('button', { name: 'Edit billing information' });
export const save = (page: Page) => section(page).locator('button[type=submit]');
export const cancel = (page: Page) => section(page).getByRole('button', { name: 'Cancel' });
export const alert = (page: Page) => section(page).getByRole('alert');
export const savedNotice = (page: Page) => section(page).getByRole('status').filter({ hasText: saved });
/** The value next to a fact's name. */
export const fact = (page: Page, name: string) =>
  section(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

const details = {
  full_name: 'Uma Reyes',
  email: 'bills@umbra.test',
  company_name: 'Umbra Works',
  city: 'Lima',
  country: 'PE',
};

/** Changes the profile of the admin signed in past the page. */
export const change = (page: Page, accountId: string, updates: object) =>
  ask(
    page,
    `mutation Change($accountId: ID!, $updates: BillingProfileInput!) {
      updateBillingProfile(accountId: $accountId, updates: $updates) { etag }
    }`,
    { accountId, updates },
  );

/** What is stored under the names asked for. */
export async function stored(page: Page, accountId: string): Promise<Record<string, string | null> | null> {
  const { getBillingProfile } = await ask<{ getBillingProfile: Record<string, string | null> | null }>(
    page,
    `query Stored($accountId: ID!) { getBillingProfile(accountId: $accountId) { ${fieldNames.join(' ')} } }`,
    { accountId },
  );
  return getBillingProfile;
}

/** Opens the page of an account made for the test, with some details on file, and the form if it is asked for. */
export async function openBilling(page: Page, { form = false } = {}): Promise<string> {
  const { accountId, admin } = await openOwnAccount();
  await openAdmin(page, '/users', admin.email);
  await change(page, accountId, details);
  await page.goto('/dashboard/admin/account');
  await expect(edit(page)).toBeVisible();
  if (form) await edit(page).click();
  return accountId;
}

/** Watches what the page sends to save. */
export async function watchSaves(page: Page): Promise<{ updates: object; etag: string }[]> {
  const sent: { updates: object; etag: string }[] = [];
  await interceptOperation(page, 'SaveBillingProfile', (route) => {
    sent.push(route.request().postDataJSON().variables);
    return route.fallback();
  });
  return sent;
}
