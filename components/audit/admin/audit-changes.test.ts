import { expect, test } from 'vitest';
import { auditChanges } from './audit-changes';

const changes = (of: object) => auditChanges({ entity_id: 'x', changes: of });

test('each field is told with what it was and became; a missing value is a dash', () => {
  expect(
    changes({
      first_name: { from: null, to: 'Ada' },
      email: { from: 'a@b.test', to: 'c@d.test' },
      city: { from: 'Bonn', to: null },
    }),
  ).toEqual([
    { field: 'first name', from: '—', to: 'Ada' },
    { field: 'e-mail address', from: 'a@b.test', to: 'c@d.test' },
    { field: 'city', from: 'Bonn', to: '—' },
  ]);
});

test('scopes are told in words', () => {
  const all = { read: true, write: true, admin: true };
  const none = { read: false, write: false, admin: false };
  expect(changes({ scopes: { from: all, to: none } })).toEqual([
    { field: 'scopes', from: 'read, write, admin', to: 'none' },
  ]);
});

test('of settings only what differs is told, under its path', () => {
  const from = { timezone: 'UTC', alerts: { email: 'a@b.test', percent: 80 }, tags: ['a'], old: true };
  const to = { timezone: 'UTC', alerts: { email: 'a@b.test', percent: 90 }, tags: ['a', 'b'], new: { a: 1 } };
  expect(changes({ settings: { from, to } })).toEqual([
    { field: 'settings.alerts.percent', from: '80', to: '90' },
    { field: 'settings.tags', from: '["a"]', to: '["a","b"]' },
    { field: 'settings.old', from: 'true', to: '—' },
    { field: 'settings.new', from: '—', to: '{"a":1}' },
  ]);
});

test.each([null, undefined, 'text', 7, [], {}, { changes: null }, { changes: [] }])(
  '%j tells of no changes',
  (metadata) => {
    expect(auditChanges(metadata)).toEqual([]);
  },
);
