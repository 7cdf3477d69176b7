import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { emptyAdmin } from '@/testing/screens/pages/admin-usage-page';

const filters = page.css('search[aria-label=Filters]');

/** Pages of a fresh account, what their lists or charts say, and an address that filters them. */
const lists = [
  ['/dashboard', 'No executions yet', 'days=7'],
  ['/dashboard/workflows', 'No jobs yet', 'status=failed'],
  ['/dashboard/account', 'No API keys found.', 'search=ci'],
  ['/dashboard/admin', 'No executions yet', 'days=7'],
  ['/dashboard/admin/usage', 'No executions yet', 'days=7'],
  ['/dashboard/admin/workflows', 'No jobs yet', 'status=failed'],
  ['/dashboard/admin/apikeys', 'No API keys found.', 'status=active'],
  ['/dashboard/admin/account', 'No invoices found.', 'status=open'],
] as const;

for (const [path, title, filter] of lists)
  test(`${path} of a fresh account is as high as its texts, and has filters only if one is in use`, async () => {
    await resize(375, 800);
    await signIn(emptyAdmin);
    await goto(path);
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    await expect.element(filters).not.toBeInTheDocument();
    const panels = page.css('main .border-dashed').elements();
    expect(panels.length).toBeGreaterThan(0);
    for (const panel of panels) {
      const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? Number.NaN;
      expect(bottomOf(panel) - bottomOf(panel.lastElementChild)).toBeLessThan(32);
      const section = panel.closest('section');
      if (section) expect(bottomOf(section) - bottomOf(panel)).toBeLessThan(48);
    }
    await goto(`${path}?${filter}`);
    await expect.element(filters).toBeVisible();
    await expect.element(page.getByText('Loading', { exact: false })).not.toBeInTheDocument();
    await expect.element(filters).toBeVisible();
  });
