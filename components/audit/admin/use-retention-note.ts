'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/use-session';
import { auditDaysOf } from '@/lib/config/plans';
import { formatCount } from '@/lib/format/number';
import { graphql } from '@/lib/graphql-client/graphql';

const retentionQuery = graphql(`
  query AuditRetention($id: ID!) {
    getAccount(id: $id) {
      id
      plan {
        id
        plan_name
      }
    }
  }
`);

/** How long the account's trail is kept, in a sentence; empty until its plan is known. */
export function useRetentionNote(): string {
  const { user } = useSession();
  const [{ data, error }] = useQuery({
    query: retentionQuery,
    variables: { id: user?.account_id ?? '' },
    pause: !user,
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (error) console.warn('The plan that says how long the trail is kept could not be loaded.', error);
  }, [error]);
  if (!data) return '';
  const { id, plan_name } = data.getAccount.plan;
  const days = auditDaysOf(id);
  return days === null
    ? `Kept without limit on the ${plan_name} plan.`
    : `Kept for ${formatCount(days)} days on the ${plan_name} plan.`;
}
