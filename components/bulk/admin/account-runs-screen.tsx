'use client';
import { BulkRunsScreen } from '@/components/bulk/bulk-runs-screen';
import { PersonField } from '@/components/users/admin/person-field';
import { JobStarter } from '@/components/workflows/admin/job-starter';

/** The bulk runs of everyone in the account. */
export function AccountRunsScreen() {
  return (
    <BulkRunsScreen
      base="/dashboard/admin/workflows/bulk"
      note="The bulk runs that people and API keys of the account have started."
      ownerId={null}
      starterField={({ filters, choose }) => (
        <PersonField label="Started by" onChoose={(id) => choose('userId', id)} userId={filters.userId} />
      )}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}
