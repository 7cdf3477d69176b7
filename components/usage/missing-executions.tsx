import { useQuery } from 'urql';
import { NumberLink, TextLink } from '@/components/ui/link';
import { executionsAddress } from '@/components/workflows/executions-address';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { graphql } from '@/lib/graphql-client/graphql';
import type { DaySpan } from './usage-days';

const query = graphql(`
  query MissingExecutions($userId: ID, $from: Date!, $to: Date!) {
    sumJobs(userId: $userId, endedFrom: $from, endedTo: $to, onlyExecutions: true, withBulkRows: true) {
      jobs
      hasMore
      countedExecutions
    }
  }
`);

interface MissingExecutionsProps {
  /** Whose executions; null for all of the account. */
  userId: string | null;
  /** Days of their end. */
  days: DaySpan;
  /** The list of jobs. */
  base: string;
  usageHref: string;
}

/** Says how many executions of a month have no job anymore, so that no bill has their calls. */
export function MissingExecutions({ userId, days, base, usageHref }: MissingExecutionsProps) {
  const [{ data }] = useQuery({
    query,
    variables: { userId, ...days },
    requestPolicy: 'cache-and-network',
  });
  const { jobs = 0, hasMore = false, countedExecutions = null } = data?.sumJobs ?? {};
  // Of more jobs than are added up, some may be kept that weren't counted.
  const missing = hasMore || countedExecutions === null ? null : Math.max(0, countedExecutions - jobs);
  return (
    <p className="mt-4 max-w-[80ch] text-[14.5px]">
      Only jobs that are still kept count.{' '}
      {missing === null || missing === 0 ? (
        <>
          <TextLink href={usageHref}>Usage</TextLink> has the cost of this month with those that were deleted
          {missing === 0 && ', of which there are none'}.
        </>
      ) : (
        <>
          Of the{' '}
          <NumberLink href={executionsAddress(base, { ...days })}>
            {formatQuantity(countedExecutions ?? 0, { one: 'execution', other: 'executions' })}
          </NumberLink>{' '}
          that ended in this month, {formatCount(missing)} {missing === 1 ? 'has' : 'have'} no job anymore:
          deleted, or from before jobs were listed. <TextLink href={usageHref}>Usage</TextLink> has the cost
          of all.
        </>
      )}
    </p>
  );
}
