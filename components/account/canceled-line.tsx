'use client';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { TextLink } from '@/components/ui/link';
import { graphql } from '@/lib/graphql-client/graphql';

const statusQuery = graphql(`
  query AccountStatus($id: ID!) {
    getAccount(id: $id) {
      id
      status
    }
  }
`);

/** In place of a plan of what would run. */
export const cannotRun = "It can't run: the account's subscription is canceled.";

/** Whether the signed-in person's account is canceled; false until it's known. */
export function useIsCanceled(): boolean {
  const { user } = useSession();
  const [{ data }] = useQuery({
    query: statusQuery,
    variables: { id: user?.account_id ?? '' },
    // Others are refused, and each refusal would be in the audit trail.
    pause: !user?.scopes.read,
    requestPolicy: 'cache-and-network',
  });
  return data?.getAccount.status === 'CANCELED';
}

/** Says that the account is canceled, and what to do, before a run fails; otherwise nothing. */
export function CanceledLine() {
  const isAdmin = useSession().user?.role === 'ADMIN';
  if (!useIsCanceled()) return null;
  return (
    <p className="mb-6 rounded-control border border-rule bg-white px-4 py-2.5 text-[14.5px] print:hidden">
      Your account's subscription is canceled, so no new workflow starts.{' '}
      {isAdmin ? (
        <>
          Choose a plan under <TextLink href="/dashboard/admin/account">Account Details</TextLink>.
        </>
      ) : (
        'Ask an admin of your account to choose a plan.'
      )}
    </p>
  );
}
