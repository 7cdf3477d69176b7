/** Every action in the audit trail, as `entity.verb`. */
export const auditActions = [
  'account.create',
  'account.update',
  'account.change_plan',
  'account.cancel',
  'account.change_usage_alerts',
  'account.reach_usage_alert',
  'billing_profile.update',
  'invoice.issue',
  'invoice.settle',
  'user.create',
  'user.update',
  'user.change_password',
  'user.reset_password',
  'user.disable',
  'user.enable',
  'user.refuse_sign_in',
  'user.refuse_call',
  'session.start',
  'session.end',
  'session.revoke',
  'api_key.create',
  'api_key.update_scopes',
  'api_key.rename',
  'api_key.rotate',
  'api_key.end_previous_secret',
  'api_key.revoke',
  'api_key.reactivate',
  'api_key.delete',
  'job.cancel',
  'job.delete',
  'job.rerun',
  'job.approve',
  'job.refuse',
  'bulk_file.upload',
  'bulk_file.delete',
  'bulk_run.start',
  'bulk_run.continue',
  'bulk_run.retry',
  'bulk_run.cancel',
  'webhook_secret.create',
  'webhook_secret.rotate',
] as const;

export type AuditAction = (typeof auditActions)[number];

type KindOf<Action extends string> = Action extends `${infer Kind}.${string}` ? Kind : string;

/** The kinds of records that actions change: an account, a user, … */
export type AuditKind = KindOf<AuditAction>;

/** The kind of record that an action changes: `api_key` for `api_key.rotate`. */
export function kindOf<Action extends string>(action: Action): KindOf<Action> {
  return action.split('.', 1)[0] as KindOf<Action>;
}
