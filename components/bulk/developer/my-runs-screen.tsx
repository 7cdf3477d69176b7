'use client';
import { useSession } from '@/components/auth/session-provider';
import { BulkRunsScreen } from '@/components/bulk/bulk-runs-screen';

/** The bulk runs of the signed-in person, an admin's too. */
export function MyRunsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <BulkRunsScreen
      base="/dashboard/workflows/bulk"
      note="One workflow over the rows of a file: the runs that you and your API keys have started."
      ownerId={user.id}
    />
  );
}
