'use client';
import { BulkRunsScreen } from '@/components/bulk/bulk-runs-screen';
import { JobStarter } from '@/components/workflows/admin/job-starter';
import { StarterField } from '@/components/workflows/admin/starter-field';

/** The bulk runs of everyone in the account. */
export function AccountRunsScreen() {
  return (
    <BulkRunsScreen
      base="/dashboard/admin/workflows/bulk"
      note="The bulk runs that people and API keys of the account have started."
      ownerId={null}
      starterField={({ filters, choose }) => (
        <StarterField onChoose={(id) => choose('userId', id)} userId={filters.userId} />
      )}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}
