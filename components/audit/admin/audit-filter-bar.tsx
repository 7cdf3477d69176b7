'use client';
import { useSession } from '@/components/auth/use-session';
import { Field } from '@/components/ui/field';
import { UserSelect } from '@/components/users/admin/user-select';
import { ActionSelect } from './action-select';
import { DayField } from './day-field';
import type { AuditFilterState } from './use-audit-filters';

interface AuditFilterBarProps {
  state: AuditFilterState;
  /** How often all was cleared: half a date that is typed in a field is no value that could be taken back. */
  clearings: number;
}

/** Chooses events by who acted, what was done and when; each choice counts at once. */
export function AuditFilterBar({ state, clearings }: AuditFilterBarProps) {
  const { filters, problems, choose } = state;
  const { user } = useSession();
  return (
    <search aria-label="Filters" className="mb-4 block print:hidden">
      <div className="grid gap-x-4 gap-y-3.5 grid-cols-2 max-sm:[&>:nth-child(-n+2)]:col-span-2 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1.3fr)_170px_170px]">
        <Field label="Done by">
          {(control) => (
            <UserSelect
              {...control}
              accountId={user?.account_id ?? ''}
              emptyLabel="Everyone"
              name="user"
              onChange={(id) => choose('userId', id || null)}
              value={filters.userId ?? ''}
            />
          )}
        </Field>
        <Field error={problems.action} label="Action">
          {(control) => (
            <ActionSelect
              {...control}
              onChange={({ target }) => choose('action', target.value || null)}
              value={filters.action ?? ''}
            />
          )}
        </Field>
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={`${name} ${clearings}`}
            label={name === 'from' ? 'From (UTC)' : 'To, included'}
            name={name}
            onChoose={(day) => choose(name, day)}
            problem={problems[name]}
            value={filters[name]}
          />
        ))}
      </div>
    </search>
  );
}
