'use client';
import { useSession } from '@/components/auth/use-session';
import { JobsScreen } from '@/components/workflows/jobs-screen';

/** The jobs of the signed-in person, an admin's too. */
export function MyJobsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <JobsScreen
      base="/dashboard/workflows"
      note="The jobs that you and your API keys have started."
      ownerId={user.id}
    />
  );
}
