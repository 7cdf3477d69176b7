import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { goto, signIn } from '@/testing/screens/open-screen';
import { openOwnAccount } from '@/testing/screens/people';
import { region } from './admin-page';

export const fieldNames =
  'full_name email company_name tax_id tax_id_label address_line1 address_line2 city state postal_code country phone_number'.split(
    ' ',
  );

export const section = region('Billing Information');
export const title = section.getByRole('heading', { name: 'Billing Information' });
export const field = (name: string) => section.css(`[name=${name}]`);
export const edit = section.getByRole('button', { name: 'Edit billing information' });
export const save = section.css('button[type=submit]');
export const cancel = section.getByRole('button', { name: 'Cancel' });
export const alert = section.getByRole('alert');
export const savedNotice = section.getByRole('status').filter({ hasText: 'Billing information saved.' });
/** The value next to a fact's name. */
export const fact = (name: string) =>
  section
    .css('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .css('dd');

const details = {
  full_name: 'Uma Reyes',
  email: 'bills@umbra.test',
  company_name: 'Umbra Works',
  city: 'Lima',
  country: 'PE',
};

/** Changes the profile of the admin signed in past the page. */
export const change = (accountId: string, updates: object) =>
  ask(
    `mutation Change($accountId: ID!, $updates: BillingProfileInput!) {
      updateBillingProfile(accountId: $accountId, updates: $updates) { etag }
    }`,
    { accountId, updates },
  );

/** The stored values of the requested names. */
export async function stored(accountId: string): Promise<Record<string, string | null> | null> {
  const { getBillingProfile } = await ask<{ getBillingProfile: Record<string, string | null> | null }>(
    `query Stored($accountId: ID!) { getBillingProfile(accountId: $accountId) { ${fieldNames.join(' ')} } }`,
    { accountId },
  );
  return getBillingProfile;
}

/** Opens the page of an account made for the test, with some details on file, and the form if it is asked for. */
export async function openBilling({ form = false } = {}): Promise<string> {
  const { accountId, admin } = await openOwnAccount();
  await signIn(admin.email);
  await change(accountId, details);
  await goto('/dashboard/admin/account');
  await expect.element(edit).toBeVisible();
  if (form) await edit.click();
  return accountId;
}
