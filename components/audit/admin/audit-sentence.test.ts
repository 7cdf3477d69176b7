import { expect, test } from 'vitest';
import { auditActions } from '@/lib/config/audit-actions';
import { auditSentence, type SentenceEvent } from './audit-sentence';

const ada = { user_id: 'usr_ada', user_name: 'Ada Byron', metadata: { entity_id: 'usr_bob' } };
const operator = { ...ada, user_id: null, user_name: null };
const sentenceOf = (action: string, entity_name: string | null, more: Partial<SentenceEvent> = {}) =>
  auditSentence({ ...ada, action, entity_name, ...more }).replace(/[\u2068\u2069]/g, '');
const changed = (changes: Record<string, unknown>, entity_id = 'usr_bob') => ({
  metadata: { entity_id, changes },
});
const field = { from: null, to: 'x' };

/** The action, what it is about, the rest of the event, and its sentence. */
const sentences: [string, string | null, Partial<SentenceEvent>, string][] = [
  ['account.create', 'Acme', operator, 'The operator opened the account Acme.'],
  ['account.update', 'Acme 2', changed({ account_name: field }), 'Ada Byron renamed the account to Acme 2.'],
  [
    'account.update',
    'Acme',
    changed({ account_name: field, settings: field }),
    "Ada Byron changed the account's name and settings.",
  ],
  ['account.update', null, {}, "Ada Byron changed the account's details."],
  [
    'account.change_plan',
    'Acme',
    changed({ plan: { from: 'Pro', to: 'Starter' } }),
    'Ada Byron changed the plan from Pro to Starter.',
  ],
  [
    'account.change_plan',
    'Acme',
    changed({ status: { from: 'CANCELED', to: 'ACTIVE' } }),
    'Ada Byron took back the cancellation.',
  ],
  [
    'account.change_plan',
    'Acme',
    changed({ plan: { from: 'Pro', to: 'Basic' }, status: field }),
    'Ada Byron changed the plan from Pro to Basic and took back the cancellation.',
  ],
  ['account.change_plan', 'Acme', {}, 'Ada Byron changed the plan.'],
  ['account.cancel', 'Acme', { metadata: { plan: 'Pro' } }, 'Ada Byron canceled the Pro subscription.'],
  ['account.cancel', 'Acme', {}, 'Ada Byron canceled the subscription.'],
  [
    'account.change_usage_alerts',
    'Acme',
    changed({ usage_alerts: { from: [80, 100], to: [50, 80, 100] } }),
    'Ada Byron set the usage alerts to 50%, 80%, and 100%.',
  ],
  [
    'account.change_usage_alerts',
    'Acme',
    changed({ usage_alerts: { from: [80, 100], to: [] } }),
    'Ada Byron turned off the usage alerts.',
  ],
  ['account.change_usage_alerts', 'Acme', {}, 'Ada Byron changed the usage alerts.'],
  [
    'account.reach_usage_alert',
    'Acme',
    { ...operator, metadata: { percent: 80, month: '2026-06', executions: 80_012, limit: 100_000 } },
    "The account reached 80% of the month's limit: 80,012 of 100,000 executions.",
  ],
  ['account.reach_usage_alert', 'Acme', operator, 'The account reached a usage alert.'],
  [
    'billing_profile.update',
    'Acme',
    changed({ city: field, tax_id: field, full_name: field }),
    'Ada Byron changed the billing details: city, tax ID, and name.',
  ],
  ['billing_profile.update', 'Acme', changed({}), 'Ada Byron changed the billing details.'],
  ['invoice.issue', 'INV-7', operator, 'The operator issued invoice INV-7.'],
  ['invoice.issue', null, operator, 'The operator issued an invoice.'],
  [
    'invoice.settle',
    'INV-7',
    { ...operator, ...changed({ status: { from: 'OPEN', to: 'PAID' } }) },
    'The operator marked invoice INV-7 as paid.',
  ],
  [
    'invoice.settle',
    'INV-7',
    { ...operator, ...changed({ status: { from: 'OPEN', to: 'VOID' } }) },
    'The operator voided invoice INV-7.',
  ],
  ['user.create', 'Bob Stone', {}, 'Ada Byron added the user Bob Stone.'],
  [
    'user.update',
    'Bob Stone',
    changed({ role: field, scopes: field }),
    "Ada Byron changed Bob Stone's role and scopes.",
  ],
  [
    'user.update',
    'Ada Byron',
    changed({ first_name: field }, 'usr_ada'),
    'Ada Byron changed their own first name.',
  ],
  ['user.update', null, changed({ email: field }), "Ada Byron changed a user's email address."],
  ['user.change_password', 'Ada Byron', {}, 'Ada Byron set a new password.'],
  ['user.reset_password', 'Bob Stone', {}, 'Ada Byron gave Bob Stone a new temporary password.'],
  ['user.disable', 'Bob Stone', {}, 'Ada Byron disabled Bob Stone.'],
  ['user.disable', null, {}, 'Ada Byron disabled a user.'],
  ['user.enable', 'Bob Stone', {}, 'Ada Byron enabled Bob Stone.'],
  ['user.refuse_sign_in', 'Bob Stone', operator, 'An unknown person failed to sign in as Bob Stone.'],
  [
    'user.refuse_sign_in',
    'Bob Stone',
    { ...operator, metadata: { times: 7 } },
    'An unknown person failed to sign in as Bob Stone, 7 times.',
  ],
  [
    'user.refuse_call',
    'Ada Byron',
    { metadata: { operation: 'createUser' } },
    'Ada Byron was refused createUser.',
  ],
  ['user.refuse_call', 'Ada Byron', {}, 'Ada Byron was refused a call.'],
  ['session.start', 'Ada Byron', {}, 'Ada Byron signed in.'],
  [
    'session.start',
    'Ada Byron',
    { metadata: { new_device: true, device: 'Firefox on Linux' } },
    'Ada Byron signed in from a new device, Firefox on Linux.',
  ],
  ['session.revoke', 'Ada Byron', {}, 'Ada Byron ended a session of theirs.'],
  [
    'session.revoke',
    'Ada Byron',
    { metadata: { device: 'Firefox on Linux' } },
    'Ada Byron ended a session of theirs on Firefox on Linux.',
  ],
  [
    'session.revoke',
    'Ada Byron',
    { metadata: { times: 40 } },
    'Ada Byron ended a session of theirs, 40 times.',
  ],
  [
    'session.revoke',
    'Ada Byron',
    { metadata: { device: 'Firefox on Linux', over_limit: true } },
    'Ada Byron had too many sessions, so the one on Firefox on Linux used longest ago ended.',
  ],
  [
    'session.revoke',
    'Ada Byron',
    { metadata: { times: 40, over_limit: true } },
    'Ada Byron had too many sessions, so the 40 used longest ago ended.',
  ],
  ['session.end', 'Ada Byron', {}, 'Ada Byron signed out.'],
  ['api_key.create', 'CI', {}, 'Ada Byron created the API key CI.'],
  ['api_key.update_scopes', 'CI', {}, 'Ada Byron changed the scopes of the API key CI.'],
  ['api_key.rename', 'CI', {}, 'Ada Byron renamed the API key CI.'],
  ['api_key.rotate', 'sy_live_…9f3a', {}, 'Ada Byron rotated the API key sy_live_…9f3a.'],
  ['api_key.rotate', null, {}, 'Ada Byron rotated an API key.'],
  ['api_key.end_previous_secret', 'CI', {}, 'Ada Byron ended the old secret of the API key CI.'],
  ['api_key.revoke', 'CI', {}, 'Ada Byron revoked the API key CI.'],
  ['api_key.reactivate', 'CI', {}, 'Ada Byron reactivated the API key CI.'],
  ['api_key.delete', 'CI', {}, 'Ada Byron deleted the API key CI.'],
  ['job.cancel', 'Contract check', {}, 'Ada Byron canceled a job of Contract check.'],
  ['job.rerun', null, { metadata: { jobs: 1_200 } }, 'Ada Byron ran 1,200 jobs again.'],
  ['bulk_file.upload', 'parts.csv', { metadata: { rows: 3 } }, 'Ada Byron uploaded the bulk file parts.csv.'],
  ['bulk_file.delete', 'parts.csv', {}, 'Ada Byron deleted the bulk file parts.csv.'],
  [
    'bulk_run.start',
    'Parts',
    { metadata: { rows: 1200 } },
    'Ada Byron started a bulk run of Parts, 1,200 rows.',
  ],
  [
    'bulk_run.continue',
    'Parts',
    { metadata: { rows: 1 } },
    'Ada Byron continued a bulk run of Parts, 1 row.',
  ],
  ['bulk_run.retry', 'Parts', { metadata: { rows: 2 } }, 'Ada Byron retried a bulk run of Parts, 2 rows.'],
  ['bulk_run.cancel', 'Parts', {}, 'Ada Byron canceled a bulk run of Parts.'],
  ['job.delete', 'Contract check', {}, 'Ada Byron deleted a job of Contract check.'],
  ['job.approve', 'Contract check', {}, 'Ada Byron approved a text of a job of Contract check.'],
  ['job.refuse', 'Contract check', {}, 'Ada Byron refused a text of a job of Contract check.'],
  [
    'job.approve',
    'Contract check',
    { user_id: null, user_name: null, metadata: { edited: true, via: 'link' } },
    'A person with the signed link edited and approved a text of a job of Contract check.',
  ],
  [
    'job.refuse',
    'Contract check',
    { user_id: null, user_name: null, metadata: { via: 'link', decided_as: 'Jo Doe' } },
    'A person with the signed link, as Jo Doe, refused a text of a job of Contract check.',
  ],
  ['webhook_secret.create', null, {}, 'Ada Byron made a webhook secret.'],
  ['webhook_secret.rotate', null, {}, 'Ada Byron rotated the webhook secret.'],
];

test.each(sentences)('%s of %s %j: %s', (action, entity, more, sentence) => {
  expect(sentenceOf(action, entity, more)).toBe(sentence);
});

test('every action has its sentence above', () => {
  const covered = new Set(sentences.map(([action]) => action));
  expect([...auditActions].filter((action) => !covered.has(action))).toEqual([]);
});

test('an action through an API key says so; a user without a name is an unknown person', () => {
  const through = { metadata: { entity_id: 'usr_bob', api_key_id: 'key_1' } };
  expect(sentenceOf('user.disable', 'Bob Stone', through)).toBe(
    'Ada Byron disabled Bob Stone through an API key.',
  );
  expect(sentenceOf('session.start', null, { user_name: null })).toBe('An unknown person signed in.');
});

test('an event that canceled jobs says how many', () => {
  const canceling = (jobs_canceled: number) => ({ metadata: { api_key_id: 'key_1', jobs_canceled } });
  expect([0, 1, 1_200].map((count) => sentenceOf('api_key.revoke', 'CI', canceling(count)))).toEqual([
    'Ada Byron revoked the API key CI through an API key.',
    'Ada Byron revoked the API key CI through an API key, which canceled 1 open job.',
    'Ada Byron revoked the API key CI through an API key, which canceled 1,200 open jobs.',
  ]);
});

test("an action that this page doesn't know yet is shown by its name", () => {
  expect(sentenceOf('user.explode', 'Bob')).toBe('Ada Byron did user.explode.');
});

test("names are between isolates, and can't end theirs", () => {
  const sentence = auditSentence({
    ...ada,
    action: 'user.disable',
    entity_name: 'Bob\u2069 and Eve',
    user_name: 'A',
  });
  expect(sentence).toBe('\u2068A\u2069 disabled \u2068Bob and Eve\u2069.');
});
