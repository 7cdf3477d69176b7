import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { type AuditKind, auditActions, kindOf } from '@/lib/config/audit-actions';
import { actionWords } from './action-words';

/** The group that actions stand in, by what they are done to. */
const groups: Record<AuditKind, 'Account' | 'Users' | 'API keys'> = {
  account: 'Account',
  billing_profile: 'Account',
  invoice: 'Account',
  user: 'Users',
  session: 'Users',
  api_key: 'API keys',
};
const labels = [...new Set(Object.values(groups))];

/** Chooses one of all actions, in words; a value that is none stands for itself. */
export function ActionSelect({ value, ...control }: ComponentProps<'select'> & { value: string }) {
  const isKnown = value === '' || auditActions.some((action) => action === value);
  return (
    <Select {...control} name="action" value={value}>
      <option value="">All actions</option>
      {!isKnown && <option value={value}>{value}</option>}
      {labels.map((label) => (
        <optgroup key={label} label={label}>
          {auditActions
            .filter((action) => groups[kindOf(action)] === label)
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
