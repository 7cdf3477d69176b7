'use client';
import { useSession } from '@/components/auth/session-provider';
import { BulkRunsScreen, type RunFilterState } from '@/components/bulk/bulk-runs-screen';
import { Field } from '@/components/ui/form';
import { UserSelect } from '@/components/users/admin/user-select';
import { JobStarter } from '@/components/workflows/admin/job-starter';

/** The bulk runs of everyone in the account. */
export function AccountRunsScreen() {
  return (
    <BulkRunsScreen
      base="/dashboard/admin/workflows/bulk"
      note="The bulk runs that people and API keys of the account have started."
      ownerId={null}
      starterField={(state) => <StarterField state={state} />}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}

function StarterField({ state: { filters, choose } }: { state: RunFilterState }) {
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
