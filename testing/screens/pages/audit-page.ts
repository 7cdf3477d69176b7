import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { type Call, interceptOperation } from '@/testing/screens/intercept-operation';
import { goto } from '@/testing/screens/open-screen';
import { openOwnAccount } from '@/testing/screens/people';
import { requestToken } from '@/testing/screens/request-token';

export const rows = () => page.getByRole('table', { name: 'Audit events' }).css('tbody tr:not([data-below])');
export const row = (action: string) => rows().filter({ hasText: action });
/** The details that a row's button shows: changed fields, and metadata. */
export const details = (row: Locator) =>
  page.css(`#${row.getByRole('button', { name: 'metadata' }).element().getAttribute('aria-controls')}`);
export const title = () => page.getByRole('heading', { level: 1, name: 'Audit Logs', exact: true });
export const line = (text: string) => page.getByRole('status').filter({ hasText: text });
export const filter = (name: 'user' | 'action' | 'from' | 'to') =>
  page.css(`search[aria-label=Filters] [name=${name}]`);

/** Opens the audit logs of an account that no other test changes; its trail: opened, admin added, admin signed in. */
export async function openOwnTrail(query = '') {
  const account = await openOwnAccount();
  const token = await requestToken(account.admin.email);
  if (!token) throw new Error('the admin could not sign in');
  localStorage.setItem(brand.sessionKey, token);
  await goto(`/dashboard/admin/audit-logs${query}`);
  await expect.element(title()).toBeVisible();
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

/** So many events with ids of their own. */
export const events = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => event({ id: `${prefix}_${index}` }));

const eventsResponse = (given: Event[]) =>
  Response.json({
    data: { getAllAuditLogs: given.map((fields) => ({ __typename: 'AuditLog', ...fields })) },
  });

/** Responds to the page's readings of the trail with these events. */
export const respondWithEvents = (given: Event[]) =>
  interceptOperation('AuditLogs', () => eventsResponse(given));

/** Puts `handle` in the way of a download's readings, 1,000 events at a time; the list on show reads on. */
export const interceptDownload = (
  handle: (
    call: Call,
    respondWith: (events: Event[]) => Response,
    after: unknown,
  ) => Response | Promise<Response>,
) =>
  interceptOperation('AuditLogs', (call) =>
    call.variables.limit === 1_000 ? handle(call, eventsResponse, call.variables.after) : call.send(),
  );
