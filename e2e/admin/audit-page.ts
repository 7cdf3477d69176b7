import type { Page, Route } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin } from './admin-page';

export const rows = (page: Page) => page.getByRole('table', { name: 'Audit events' }).locator('tbody tr');
export const row = (page: Page, action: string) => rows(page).filter({ hasText: action });
export const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Audit Logs', exact: true });
export const line = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
export const filter = (page: Page, name: 'user' | 'action' | 'from' | 'to') =>
  page.getByRole('search', { name: 'Filters' }).locator(`[name=${name}]`);

/** Opens the audit logs of an account that no other test changes; its trail: opened, admin added, admin signed in. */
export async function openOwnTrail(page: Page, query = '') {
  const account = await openOwnAccount();
  await openAdmin(page, `/audit-logs${query}`, account.admin.email);
  await expect(title(page)).toBeVisible();
  return account;
}

interface Event {
  id: string;
  user_id: string | null;
  user_name: string | null;
  account_id: string | null;
  action: string;
  entity_name: string | null;
  metadata: unknown;
  created_at: string;
}

/** An event as the API could answer it. */
export const event = (fields: Partial<Event> = {}): Event => ({
  id: 'aud_1',
  user_id: 'usr_1',
  user_name: 'Ada Byron',
  account_id: 'acc_1',
  action: 'session.start',
  entity_name: 'Ada Byron',
  metadata: { entity_id: 'ses_1' },
  created_at: '1793952720000',
  ...fields,
});

/** Answers the page's readings of the trail with these events. */
export const answerEvents = (page: Page, events: Event[]) =>
  interceptOperation(page, 'AuditLogs', (route) =>
    route.fulfill({ json: { data: { getAllAuditLogs: events.map(typed) } } }),
  );

const typed = (fields: Event) => ({ __typename: 'AuditLog', ...fields });

/** Puts `handle` in the way of a download's readings, 1,000 events at a time; the list on show reads on. */
export const interceptDownload = (
  page: Page,
  handle: (route: Route, answer: (events: Event[]) => Promise<void>, after: string | null) => Promise<void>,
) =>
  interceptOperation(page, 'AuditLogs', (route) => {
    const { limit, after } = route.request().postDataJSON().variables;
    if (limit !== 1_000) return route.fallback();
    const answer = (events: Event[]) =>
      route.fulfill({ json: { data: { getAllAuditLogs: events.map(typed) } } });
    return handle(route, answer, after);
  });

/** So many events with ids of their own. */
export const events = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => event({ id: `${prefix}_${index}` }));
