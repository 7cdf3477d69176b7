'use client';
import type { ComponentProps } from 'react';
import { DayFields } from '@/components/ui/day-fields';
import { Field, Select } from '@/components/ui/form';
import { PersonField } from '@/components/users/admin/person-field';
import { type AuditKind, auditActions, kindOf } from '@/lib/config/audit-actions';
import type { AuditFilterState } from './audit-filters';
import { actionWords } from './audit-words';

interface AuditFilterFieldsProps {
  state: AuditFilterState;
  /** How often the filters were cleared. It resets the date fields, whose half-typed dates aren't values yet. */
  clearings: number;
}

/** Filters events by user, action, and days; each choice applies at once. */
export function AuditFilterFields({ state, clearings }: AuditFilterFieldsProps) {
  const { filters, problems, choose } = state;
  return (
    <div className="grid gap-x-4 gap-y-3.5 grid-cols-2 max-[359px]:[&>*]:col-span-2 max-sm:[&>:nth-child(-n+2)]:col-span-2 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1.3fr)_170px_170px]">
      <PersonField label="Done by" onChoose={(id) => choose('userId', id)} userId={filters.userId} />
      <Field error={problems.action} label="Action">
        {(control) => (
          <ActionSelect
            {...control}
            onChange={({ target }) => choose('action', target.value || null)}
            value={filters.action ?? ''}
          />
        )}
      </Field>
      <DayFields clearings={clearings} days={filters} onChoose={choose} problems={problems} />
    </div>
  );
}

/** The group that lists an action, by the kind of record it changes. */
const groups: Record<AuditKind, 'Account' | 'Users' | 'API keys' | 'Workflows'> = {
  account: 'Account',
  billing_profile: 'Account',
  invoice: 'Account',
  user: 'Users',
  session: 'Users',
  api_key: 'API keys',
  job: 'Workflows',
  bulk_file: 'Workflows',
  bulk_run: 'Workflows',
  webhook_secret: 'Workflows',
};
const labels = [...new Set(Object.values(groups))];

/** Chooses an action, in words; an unknown value is listed as it is. */
function ActionSelect({ value, ...control }: ComponentProps<'select'> & { value: string }) {
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
