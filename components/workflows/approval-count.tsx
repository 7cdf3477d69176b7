'use client';
import { usePathname } from 'next/navigation';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { graphql } from '@/lib/graphql-client/graphql';
import { usePolling } from './use-polling';

const countQuery = graphql(`
  query ApprovalCount($userId: ID, $limit: Int!) {
    listApprovals(userId: $userId, limit: $limit) {
      id
    }
  }
`);

/** The most that are counted. */
const MOST = 9;
/** How often (ms) they are counted again. */
const READ_EVERY = 15_000;
/** A decision, or the end of a job, changes the number: they return the job. */
const context = { additionalTypenames: ['Job'] };

interface ApprovalCountProps {
  /** Counts the person's own jobs only. */
  own?: boolean;
  /** Counts again now and then. A second place of the same number follows the first. */
  live?: boolean;
}

/** How many steps wait for a person, next to a link of the frame. Nothing is shown if there are none. */
export function ApprovalCount({ own = false, live = false }: ApprovalCountProps) {
  const { user } = useSession();
  const pathname = usePathname();
  // Others are refused, and each refusal would be in the audit trail.
  if (!user?.scopes.read) return null;
  // Another page counts again, and shows the last number until then.
  return <Count key={pathname} live={live} userId={own ? user.id : null} />;
}

function Count({ userId, live }: { userId: string | null; live: boolean }) {
  const [{ data }, readAgain] = useQuery({
    ...{ query: countQuery, variables: { userId, limit: MOST + 1 } },
    ...{ requestPolicy: 'cache-and-network', context },
  });
  usePolling(async () => readAgain({ requestPolicy: 'network-only' }), live ? READ_EVERY : null);
  const count = data?.listApprovals.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="inline-block min-w-4.5 rounded-full border border-current px-[3px] text-center font-normal text-[11px] leading-4 tabular-nums">
      {count > MOST ? `${MOST}+` : count}
      <span className="sr-only"> waiting for approval</span>
    </span>
  );
}
