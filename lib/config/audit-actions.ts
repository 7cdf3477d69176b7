/** Every action the audit trail can hold, as `entity.verb`. */
export const auditActions = [
  'account.create',
  'account.update',
  'account.change_plan',
  'account.cancel',
  'billing_profile.update',
  'invoice.issue',
  'invoice.settle',
  'user.create',
  'user.update',
  'user.change_password',
  'user.disable',
  'user.enable',
  'session.start',
  'session.end',
  'api_key.create',
  'api_key.update_scopes',
  'api_key.rotate',
  'api_key.revoke',
  'api_key.reactivate',
  'api_key.delete',
] as const;

export type AuditAction = (typeof auditActions)[number];
