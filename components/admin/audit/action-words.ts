import type { AuditAction } from '@/lib/config/audit-actions';

/** What happened, in words, for choosing among actions. */
export const actionWords: Record<AuditAction, string> = {
  'account.create': 'Account opened',
  'account.update': 'Account name or settings changed',
  'account.change_plan': 'Plan changed',
  'account.cancel': 'Subscription canceled',
  'billing_profile.update': 'Billing details changed',
  'invoice.issue': 'Invoice issued',
  'invoice.settle': 'Invoice paid or voided',
  'user.create': 'User added',
  'user.update': 'User changed',
  'user.change_password': 'Password changed',
  'user.disable': 'User disabled',
  'user.enable': 'User enabled',
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'api_key.create': 'API key created',
  'api_key.update_scopes': 'API key scopes changed',
  'api_key.rotate': 'API key rotated',
  'api_key.revoke': 'API key revoked',
  'api_key.reactivate': 'API key reactivated',
  'api_key.delete': 'API key deleted',
};
