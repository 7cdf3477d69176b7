'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/link';
import { ZonedTime } from '@/components/ui/moment';
import { formatCount } from '@/lib/format/number';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { useReloading } from './use-polling';

const approvalsQuery = graphql(`
  query OpenApprovals($userId: ID, $limit: Int!) {
    listApprovals(userId: $userId, limit: $limit) {
      id
      jobId
      stepId
      name
      expiresAt
    }
  }
`);

/** How many are shown; of more, the number is counted up to the most that are read. */
const SHOWN = 5;
const READ = 100;
/** How often (ms) the list is read again. */
const READ_EVERY = 15_000;

type Approvals = ResultOf<typeof approvalsQuery>['listApprovals'];

/**
 * The steps that wait for a person, live.
 * @param ownerId those of this person's jobs; null: of all jobs that the person at the screen may see
 */
export function useOpenApprovals(ownerId: string | null): Loaded<Approvals> {
  const client = useClient();
  const read = useCallback(
    async () => (await queryFresh(client, approvalsQuery, { userId: ownerId, limit: READ })).listApprovals,
    [client, ownerId],
  );
  const loaded = useLoaded(read, "The approvals couldn't be loaded.");
  useReloading(loaded, read, READ_EVERY);
  return loaded;
}

interface ApprovalsButtonProps {
  approvals: Approvals;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens the steps that wait for a person. It's in the line above the list: coming late, it moves nothing. */
export function ApprovalsButton({ approvals, isOpen, onToggle }: ApprovalsButtonProps) {
  return (
    <Button
      aria-controls={isOpen ? LIST_ID : undefined}
      aria-expanded={isOpen}
      className="print:hidden"
      onClick={onToggle}
      size="small"
      variant="line"
    >
      Approvals <span className="ml-1.5 font-normal tabular-nums">{countOf(approvals)}</span>
    </Button>
  );
}

const LIST_ID = 'open-approvals';

const countOf = ({ length }: Approvals): string =>
  length >= READ ? `${formatCount(READ - 1)}+` : formatCount(length);

interface OpenApprovalsProps {
  /** The address of the list, below which each job has its page. */
  base: string;
  approvals: Approvals;
}

/** The steps that wait for a person, above a list of jobs. */
export function OpenApprovals({ base, approvals }: OpenApprovalsProps) {
  return (
    <section
      aria-labelledby="open-approvals-title"
      className="mb-6 rounded-panel border border-rule bg-white px-4 py-3.5 [--surface:white] sm:px-5"
      id={LIST_ID}
    >
      <h2 className="font-semibold text-[15px]" id="open-approvals-title">
        Waiting for approval <span className="font-normal text-muted tabular-nums">{countOf(approvals)}</span>
      </h2>
      <ul className="mt-1.5">
        {approvals.slice(0, SHOWN).map(({ id, jobId, stepId, name, expiresAt }) => (
          <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-1 text-[14.5px]" key={id}>
            <span className="wrap-anywhere min-w-0">
              <TextLink href={`${base}/${jobId}`}>
                <bdi>{name}</bdi>
              </TextLink>{' '}
              <span className="text-muted">{stepId}</span>
            </span>
            <span className="text-[13.5px] text-muted">
              until <ZonedTime at={expiresAt} />
            </span>
          </li>
        ))}
      </ul>
      {approvals.length > SHOWN && (
        <p className="mt-1 text-[13.5px] text-muted">
          The newest {SHOWN} are shown.{' '}
          <TextLink href={`${base}?status=waiting`}>List all jobs that wait</TextLink>
        </p>
      )}
    </section>
  );
}
