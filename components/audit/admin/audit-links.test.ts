import { expect, test } from 'vitest';
import { linkedMetadata } from './audit-links';

const id = (prefix: string) => `${prefix}_${'4k'.repeat(10)}`;
const linksOf = (metadata: unknown, action = 'user.update') =>
  linkedMetadata({ action, metadata }).flatMap(({ href }) => href ?? []);

test('ids of records with a page lead there, and the text stays the JSON of the metadata', () => {
  const metadata = { entity_id: id('job'), api_key_id: id('key'), changes: { owner: { to: id('usr') } } };
  const parts = linkedMetadata({ action: 'job.cancel', metadata });
  expect(parts.map(({ text }) => text).join('')).toBe(JSON.stringify(metadata, null, 2));
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual([
    `/dashboard/admin/workflows/${id('job')}`,
    `/dashboard/admin/workflows?key=${id('key')}`,
    `/dashboard/admin/audit-logs?user=${id('usr')}`,
  ]);
  expect(linksOf({ entity_id: id('bulk') })).toEqual([`/dashboard/admin/workflows/bulk/${id('bulk')}`]);
  expect(linksOf({ entity_id: id('inv') })).toEqual([`/dashboard/admin/account/invoices/${id('inv')}`]);
});

test("ids without a page, parts of texts, and what the event has deleted aren't links", () => {
  expect(linksOf({ entity_id: id('ses'), name: `See ${id('job')}`, other: 'job_1' })).toEqual([]);
  expect(linksOf({ entity_id: id('job') }, 'job.delete')).toEqual([]);
});
