import { expect, test } from 'vitest';
import { auditActions } from '@/lib/config/audit-actions';
import { actionWords, auditChanges, auditFacts } from './audit-words';

const address = '203.0.113.7';

test.each([
  ['user.refuse_sign_in', { reason: 'password', address, times: 1 }, ['Wrong password', address]],
  ['user.refuse_sign_in', { reason: 'disabled', address, times: 1 }, ['User disabled', address]],
  ['user.refuse_sign_in', { reason: 'rate_limit', address: null, times: 7 }, ['Too many attempts']],
  ['user.refuse_sign_in', { reason: 'moon', times: 1 }, ['moon']],
  ['user.refuse_sign_in', { reason: null, address: null, times: 7 }, []],
  ['user.refuse_call', { operation: 'createUser', address, times: 1 }, [address]],
  ['user.refuse_call', null, []],
])('for %s with %j the facts are %j', (action, metadata, facts) => {
  expect(auditFacts({ action, metadata })).toEqual(facts);
});

test.each(['session.start', 'user.update', 'account.create', 'api_key.rotate', 'user.explode'])(
  '%s has no facts',
  (action) => {
    expect(auditFacts({ action, metadata: { address } })).toBeNull();
  },
);

const changes = (of: object) => auditChanges({ entity_id: 'x', changes: of });

test('each field has its old and new value; a missing value is a dash', () => {
  expect(
    changes({
      first_name: { from: null, to: 'Ada' },
      email: { from: 'a@b.test', to: 'c@d.test' },
      city: { from: 'Bonn', to: null },
    }),
  ).toEqual([
    { field: 'first name', from: '—', to: 'Ada' },
    { field: 'email address', from: 'a@b.test', to: 'c@d.test' },
    { field: 'city', from: 'Bonn', to: '—' },
  ]);
});

test('scopes are listed in words', () => {
  const all = { read: true, write: true, admin: true };
  const none = { read: false, write: false, admin: false };
  expect(changes({ scopes: { from: all, to: none } })).toEqual([
    { field: 'scopes', from: 'read, write, admin', to: 'none' },
  ]);
});

test('for settings only what differs is listed, under its path', () => {
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
  '%j contains no changes',
  (metadata) => {
    expect(auditChanges(metadata)).toEqual([]);
  },
);

test('every action has words of its own', () => {
  expect(new Set(Object.values(actionWords)).size).toBe(auditActions.length);
});
