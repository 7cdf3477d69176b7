'use client';
import { PersonField } from '@/components/users/admin/person-field';
import { JobsScreen } from '@/components/workflows/jobs-screen';
import { JobStarter } from './job-starter';

/** The jobs of everyone in the account. */
export function AccountJobsScreen() {
  return (
    <JobsScreen
      base="/dashboard/admin/workflows"
      note="The jobs that people and API keys of the account have started."
      ownerId={null}
      starterField={({ filters, choose }) => (
        <PersonField label="Started by" onChoose={(id) => choose('userId', id)} userId={filters.userId} />
      )}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}
