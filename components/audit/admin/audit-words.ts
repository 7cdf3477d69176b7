import { scopeWords } from '@/components/auth/scopes';
import type { AuditAction } from '@/lib/config/audit-actions';
import { fieldsOf, isRecord } from '@/lib/rules/json';
import type { AuditEvent } from './audit-filters';

/** The actions in words, to choose among. */
export const actionWords: Record<AuditAction, string> = {
  'account.create': 'Account opened',
  'account.update': 'Account name or settings changed',
  'account.change_plan': 'Plan changed',
  'account.cancel': 'Subscription canceled',
  'account.change_usage_alerts': 'Usage alerts changed',
  'account.reach_usage_alert': 'Usage alert reached',
  'billing_profile.update': 'Billing details changed',
  'invoice.issue': 'Invoice issued',
  'invoice.settle': 'Invoice paid or voided',
  'user.create': 'User added',
  'user.update': 'User changed',
  'user.change_password': 'Password changed',
  'user.reset_password': 'Password reset by an admin',
  'user.disable': 'User disabled',
  'user.enable': 'User enabled',
  'user.refuse_sign_in': 'Sign-in refused',
  'user.refuse_call': 'Call refused',
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'session.revoke': 'Session ended from elsewhere',
  'api_key.create': 'API key created',
  'api_key.update_scopes': 'API key scopes changed',
  'api_key.rename': 'API key renamed',
  'api_key.rotate': 'API key rotated',
  'api_key.end_previous_secret': 'Old secret of an API key ended',
  'api_key.revoke': 'API key revoked',
  'api_key.reactivate': 'API key reactivated',
  'api_key.delete': 'API key deleted',
  'job.cancel': 'Job canceled',
  'job.delete': 'Job deleted',
  'job.rerun': 'Jobs run again',
  'job.approve': 'Text of a job approved',
  'job.refuse': 'Text of a job refused',
  'bulk_file.upload': 'Bulk file uploaded',
  'bulk_file.delete': 'Bulk file deleted',
  'bulk_run.start': 'Bulk run started',
  'bulk_run.continue': 'Bulk run continued',
  'bulk_run.retry': 'Rows of a bulk run run again',
  'bulk_run.cancel': 'Bulk run canceled',
  'webhook_secret.create': 'Webhook secret created',
  'webhook_secret.rotate': 'Webhook secret rotated',
};

/** The fields whose names don't read as words. */
const words: Record<string, string> = {
  account_name: 'name',
  address_line1: 'address line 1',
  address_line2: 'address line 2',
  company_name: 'company',
  email: 'email address',
  full_name: 'name',
  hint: 'key',
  tax_id: 'tax ID',
  tax_id_label: 'tax ID label',
};

/** A field of a record in words: `first_name` is first name. */
export function fieldWords(field: string): string {
  return words[field] ?? field.replaceAll('_', ' ');
}

/** Why a sign-in was refused, in words. */
const reasons: Record<string, string> = {
  password: 'Wrong password',
  disabled: 'User disabled',
  temporary_password: 'Temporary password expired',
  rate_limit: 'Too many attempts',
};

/**
 * The reason and the network address of a refusal, which its sentence omits. Null for all other events
 * (docs/product.md, "Audit log").
 */
export function auditFacts({ action, metadata }: Pick<AuditEvent, 'action' | 'metadata'>): string[] | null {
  if (!action.startsWith('user.refuse_')) return null;
  const { reason, address } = fieldsOf(metadata);
  const facts = [typeof reason === 'string' ? (reasons[reason] ?? reason) : null, address];
  return facts.filter((fact) => typeof fact === 'string');
}

/** A field that an event changed: its name, its old value, and its new value, as they are shown. */
export interface AuditChange {
  field: string;
  from: string;
  to: string;
}

const nothing = '—';

/**
 * The changes in an event's metadata, one per field. For settings and other objects only what differs, under its path:
 * `settings.alerts.usage_percent`.
 */
export function auditChanges(metadata: unknown): AuditChange[] {
  return Object.entries(fieldsOf(fieldsOf(metadata).changes)).flatMap(([field, change]) => {
    const { from, to } = fieldsOf(change);
    return differences(fieldWords(field), from, to);
  });
}

function differences(field: string, from: unknown, to: unknown): AuditChange[] {
  if (isScopes(from) && isScopes(to)) return [{ field, from: scopeWords(from), to: scopeWords(to) }];
  if (!isRecord(from) || !isRecord(to)) return [{ field, from: valueText(from), to: valueText(to) }];
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => differences(`${field}.${name}`, before[name], after[name]));
}

function isScopes(value: unknown): value is Parameters<typeof scopeWords>[0] {
  const { read, write, admin } = fieldsOf(value);
  return [read, write, admin].every((flag) => typeof flag === 'boolean');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
