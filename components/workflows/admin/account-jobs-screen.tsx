'use client';
import { useSession } from '@/components/auth/session-provider';
import { Field } from '@/components/ui/form';
import { UserSelect } from '@/components/users/admin/user-select';
import type { JobFilterState } from '@/components/workflows/job-filters';
import { JobsScreen } from '@/components/workflows/jobs-screen';
import { JobStarter } from './job-starter';

/** The jobs of everyone in the account. */
export function AccountJobsScreen() {
  return (
    <JobsScreen
      base="/dashboard/admin/workflows"
      note="The jobs that people and API keys of the account have started."
      ownerId={null}
      starterField={(state) => <StarterField state={state} />}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}

function StarterField({ state: { filters, choose } }: { state: JobFilterState }) {
  const { user } = useSession();
  return (
    <Field label="Started by">
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
  );
}
