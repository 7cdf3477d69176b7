import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { type AuditAction, auditActions } from '@/lib/config/audit-actions';
import { actionWords } from './action-words';

/** Actions by what they are done to. */
const groups: Record<string, string[]> = {
  Account: ['account', 'billing_profile', 'invoice'],
  Users: ['user', 'session'],
  'API keys': ['api_key'],
};

/** Chooses one of all actions, in words; a value that is none stands for itself. */
export function ActionSelect({ value, ...control }: ComponentProps<'select'> & { value: string }) {
  const isKnown = value === '' || auditActions.some((action) => action === value);
  return (
    <Select {...control} name="action" value={value}>
      <option value="">All actions</option>
      {!isKnown && <option value={value}>{value}</option>}
      {Object.entries(groups).map(([label, kinds]) => (
        <optgroup key={label} label={label}>
          {auditActions
            .filter((action) => kinds.includes(kindOf(action)))
            .map((action) => (
              <option key={action} value={action}>
                {actionWords[action]}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

const kindOf = (action: AuditAction) => action.split('.')[0] ?? '';
