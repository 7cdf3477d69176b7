'use client';
import { JobScreen } from '@/components/workflows/job-screen';
import { JobStarter } from './job-starter';

/** One job of the account, and the person who started it. */
export function AccountJobScreen({ id }: { id: string }) {
  return (
    <JobScreen
      base="/dashboard/admin/workflows"
      id={id}
      starterOf={(userId) => <JobStarter userId={userId} />}
    />
  );
}
