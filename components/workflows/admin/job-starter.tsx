'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { WholeWords } from '@/components/ui/whole-words';
import { userName, userSummaryQuery } from '@/components/users/admin/admin-user';

/** The person who started a job, by name; by id if the name can't be read. Each person is read once. */
export function JobStarter({ userId }: { userId: string }) {
  const [{ data, error, fetching }] = useQuery({ query: userSummaryQuery, variables: { id: userId } });
  useEffect(() => {
    if (error) console.warn("The name of the person who started a job couldn't be loaded.", error);
  }, [error]);
  if (data) return <WholeWords text={userName(data.getUser)} />;
  // A line, as a name is, so that nothing moves.
  if (fetching) return <span className="invisible">…</span>;
  return <WholeWords className="font-mono text-[12px] text-muted" text={userId} />;
}
