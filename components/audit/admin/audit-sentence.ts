import type { AuditAction } from '@/lib/config/audit-actions';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';
import type { AuditEvent } from './audit-filters';
import { fieldWords } from './audit-words';

/** The fields of an event that its sentence is made of. */
export type SentenceEvent = Pick<AuditEvent, 'action' | 'user_id' | 'user_name' | 'entity_name' | 'metadata'>;

const list = new Intl.ListFormat('en-US');

/** Marks the start and end of a name that a user chose (Unicode's isolates), so that it can't pass for other words. */
const name = (text: string) => `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069`;

/** An event in a sentence, its names between isolates: `Ada Byron rotated the API key sy_live_…9f3a.` */
export function auditSentence(event: SentenceEvent): string {
  const who = event.user_name ? name(event.user_name) : nobodyWords(event).sentence;
  const through = typeof fieldsOf(event.metadata).api_key_id === 'string' ? ' through an API key' : '';
  return `${who} ${predicateOf(event)}${through}${canceledJobs(event)}.`;
}

/** The actor of an event without a user's name, for its sentence and for a cell of its own. */
export function nobodyWords({
  user_id,
  action,
  metadata,
}: Pick<SentenceEvent, 'user_id' | 'action' | 'metadata'>) {
  if (action === 'account.reach_usage_alert') return { sentence: 'The account', cell: 'Automatic' };
  if (user_id === null && (action === 'job.approve' || action === 'job.refuse')) {
    const said = fieldsOf(metadata).decided_as;
    const as = typeof said === 'string' ? `, as ${name(said)},` : '';
    return { sentence: `A person with the signed link${as}`, cell: 'Signed link' };
  }
  // No user is signed in yet when a sign-in is refused; every other event without a user is the operator's.
  return user_id === null && action !== 'user.refuse_sign_in'
    ? { sentence: 'The operator', cell: 'Operator' }
    : { sentence: 'An unknown person', cell: 'Unknown' };
}

function predicateOf(event: SentenceEvent): string {
  const predicate = Object.entries(predicates).find(([action]) => action === event.action)?.[1];
  // This page can be older than the server, and have no words for a new action.
  return predicate ? predicate(event) : `did ${event.action}`;
}

const predicates: Record<AuditAction, (event: SentenceEvent) => string> = {
  'account.create': ({ entity_name }) => `opened the account${named(entity_name)}`,
  'account.update': (event) => {
    const fields = Object.keys(changesOf(event));
    return fields.join() === 'account_name' && event.entity_name
      ? `renamed the account to ${name(event.entity_name)}`
      : `changed the account's ${fieldList(event, 'details')}`;
  },
  'account.change_plan': (event) => {
    const { plan, status } = changesOf(event);
    const { from, to } = fieldsOf(plan);
    const parts = [
      plan ? `changed the plan from ${from} to ${to}` : '',
      status ? 'took back the cancellation' : '',
    ].filter(Boolean);
    return parts.join(' and ') || 'changed the plan';
  },
  'account.cancel': ({ metadata }) => {
    const { plan } = fieldsOf(metadata);
    return typeof plan === 'string' ? `canceled the ${plan} subscription` : 'canceled the subscription';
  },
  'account.change_usage_alerts': (event) => {
    const { to } = fieldsOf(changesOf(event).usage_alerts);
    if (!Array.isArray(to)) return 'changed the usage alerts';
    return to.length > 0
      ? `set the usage alerts to ${list.format(to.map((percent) => `${percent}%`))}`
      : 'turned off the usage alerts';
  },
  'account.reach_usage_alert': ({ metadata }) => {
    const { percent, executions, limit } = fieldsOf(metadata);
    if (![percent, executions, limit].every((each) => typeof each === 'number'))
      return 'reached a usage alert';
    const [used, most] = [executions, limit].map((count) => formatCount(Number(count)));
    return `reached ${percent}% of the month's limit: ${used} of ${most} executions`;
  },
  'billing_profile.update': (event) => {
    const fields = Object.keys(changesOf(event));
    return `changed the billing details${fields.length > 0 ? `: ${fieldList(event, '')}` : ''}`;
  },
  'invoice.issue': ({ entity_name }) => `issued ${the('invoice', 'an invoice', entity_name)}`,
  'invoice.settle': (event) => {
    const invoice = the('invoice', 'an invoice', event.entity_name);
    const { to } = fieldsOf(changesOf(event).status);
    return to === 'VOID' ? `voided ${invoice}` : `marked ${invoice} as paid`;
  },
  'user.create': ({ entity_name }) => `added the user${named(entity_name)}`,
  'user.update': (event) => `changed ${owner(event)} ${fieldList(event, 'details')}`,
  'user.change_password': () => 'set a new password',
  'user.reset_password': ({ entity_name }) =>
    `gave ${entity_name ? name(entity_name) : 'a user'} a new temporary password`,
  'user.disable': ({ entity_name }) => `disabled ${entity_name ? name(entity_name) : 'a user'}`,
  'user.enable': ({ entity_name }) => `enabled ${entity_name ? name(entity_name) : 'a user'}`,
  'user.refuse_sign_in': ({ entity_name, metadata }) =>
    `failed to sign in${entity_name ? ` as ${name(entity_name)}` : ''}${times(metadata)}`,
  'user.refuse_call': ({ metadata }) => {
    const { operation } = fieldsOf(metadata);
    return `was refused ${typeof operation === 'string' ? operation : 'a call'}${times(metadata)}`;
  },
  'session.start': ({ metadata }) => {
    const { new_device, device } = fieldsOf(metadata);
    if (new_device !== true) return 'signed in';
    return `signed in from a new device${typeof device === 'string' ? `, ${name(device)}` : ''}`;
  },
  'session.end': () => 'signed out',
  'session.revoke': ({ metadata }) => {
    const { device, over_limit, times: count } = fieldsOf(metadata);
    if (over_limit === true && typeof count === 'number')
      return `had too many sessions, so the ${count} used longest ago ended`;
    const where = typeof device === 'string' ? ` on ${name(device)}` : '';
    if (over_limit === true) return `had too many sessions, so the one${where} used longest ago ended`;
    return `ended a session of theirs${where}${times(metadata)}`;
  },
  'api_key.create': keyPredicate('created'),
  'api_key.update_scopes': (event) => `changed the scopes of ${keyOf(event)}`,
  'api_key.rename': keyPredicate('renamed'),
  'api_key.rotate': keyPredicate('rotated'),
  'api_key.end_previous_secret': (event) => `ended the old secret of ${keyOf(event)}`,
  'api_key.revoke': keyPredicate('revoked'),
  'api_key.reactivate': keyPredicate('reactivated'),
  'api_key.delete': keyPredicate('deleted'),
  'job.cancel': (event) => `canceled ${jobOf(event)}`,
  'job.delete': (event) => `deleted ${jobOf(event)}`,
  'job.rerun': ({ metadata }) => `ran ${jobsIn(metadata)} again`,
  'job.approve': (event) =>
    `${fieldsOf(event.metadata).edited === true ? 'edited and approved' : 'approved'} a text of ${jobOf(event)}`,
  'job.refuse': (event) => `refused a text of ${jobOf(event)}`,
  'bulk_file.upload': (event) => `uploaded ${bulkFileOf(event)}`,
  'bulk_file.delete': (event) => `deleted ${bulkFileOf(event)}`,
  'bulk_run.start': (event) => `started ${bulkRunOf(event)}${withRows(event)}`,
  'bulk_run.continue': (event) => `continued ${bulkRunOf(event)}${withRows(event)}`,
  'bulk_run.retry': (event) => `retried ${bulkRunOf(event)}${withRows(event)}`,
  'bulk_run.cancel': (event) => `canceled ${bulkRunOf(event)}`,
  'webhook_secret.create': () => 'made a webhook secret',
  'webhook_secret.rotate': () => 'rotated the webhook secret',
};

function keyPredicate(verb: string) {
  return (event: SentenceEvent) => `${verb} ${keyOf(event)}`;
}

/** The open jobs that ended with a user's or key's right to start them. */
function canceledJobs({ metadata }: SentenceEvent): string {
  const { jobs_canceled } = fieldsOf(metadata);
  if (typeof jobs_canceled !== 'number' || jobs_canceled === 0) return '';
  return `, which canceled ${formatQuantity(jobs_canceled, { one: 'open job', other: 'open jobs' })}`;
}

/** How often, if one event counts for several. */
function times(metadata: unknown): string {
  const { times } = fieldsOf(metadata);
  return typeof times === 'number' && times > 1 ? `, ${times} times` : '';
}

const jobOf = ({ entity_name }: SentenceEvent) => the('a job of', 'a job', entity_name);
const bulkFileOf = ({ entity_name }: SentenceEvent) => the('the bulk file', 'a bulk file', entity_name);
const bulkRunOf = ({ entity_name }: SentenceEvent) => the('a bulk run of', 'a bulk run', entity_name);

/** How many jobs an event is about. */
function jobsIn(metadata: unknown): string {
  const { jobs } = fieldsOf(metadata);
  return typeof jobs === 'number' ? formatQuantity(jobs, { one: 'job', other: 'jobs' }) : 'jobs';
}

/** How many rows an event is about. */
function withRows({ metadata }: SentenceEvent): string {
  const { rows } = fieldsOf(metadata);
  return typeof rows === 'number' ? `, ${formatQuantity(rows, { one: 'row', other: 'rows' })}` : '';
}

const keyOf = ({ entity_name }: SentenceEvent) => the('the API key', 'an API key', entity_name);
const the = (known: string, unknown: string, chosen: string | null) =>
  chosen ? `${known} ${name(chosen)}` : unknown;

const named = (chosen: string | null) => (chosen ? ` ${name(chosen)}` : '');

function owner({ user_id, entity_name, metadata }: SentenceEvent): string {
  if (user_id !== null && fieldsOf(metadata).entity_id === user_id) return 'their own';
  return entity_name ? `${name(entity_name)}'s` : "a user's";
}

const changesOf = ({ metadata }: SentenceEvent) => fieldsOf(fieldsOf(metadata).changes);

function fieldList(event: SentenceEvent, none: string): string {
  const fields = Object.keys(changesOf(event));
  return fields.length > 0 ? list.format(fields.map(fieldWords)) : none;
}
