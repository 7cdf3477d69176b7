'use client';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { leaveArrivalNote, linkAddressAfterSignIn, rememberReturnTo } from '@/components/auth/return-to';
import { useSession } from '@/components/auth/session-provider';
import { SiteShell } from '@/components/layout/site-shell';
import { Field, Input } from '@/components/ui/form';
import { Link, TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { useOpenedBy } from '@/components/ui/use-address';
import { RecordFact, RecordFacts } from '@/components/workflows/record-page';
import { limits } from '@/lib/config/limits';
import { formatMoment } from '@/lib/format/date';
import { readToken } from '@/lib/graphql-client/session-store';
import { newKey } from '@/lib/rules/new-key';
import { type Decision, DecisionForm } from './decision-form';
import { type LinkedRequest, type LinkState, readRequest, sendDecision } from './link-request';

const titles: Record<LinkState['status'], string> = {
  loading: 'Approval',
  failed: 'Approval',
  asked: 'Your approval is needed',
  decided: 'Thanks. Your decision was recorded.',
  refused: "This decision wasn't recorded",
  gone: 'This link no longer works',
};

const done: Record<Decision['decision'], string> = {
  APPROVE: 'You approved the text.',
  EDIT: 'You approved your edited text.',
  REFUSE: 'You refused the text.',
};

/** The page of a signed link, which needs no sign-in. */
export function LinkScreen({ token }: { token: string }) {
  const [state, setState] = useState<LinkState>({ status: 'loading' });
  const [name, setName] = useState('');
  // By it, the server knows a decision that is sent again because its response was lost.
  const [key] = useState(newKey);
  const title = useRef<HTMLHeadingElement>(null);
  const load = useCallback(async () => setState(await readRequest(token)), [token]);
  useEffect(() => void load(), [load]);
  useReread(
    useCallback(async () => {
      const latest = await readRequest(token);
      if (!('jobAddress' in latest)) return;
      const { jobAddress, session } = latest;
      // The typed text stays.
      setState((now) => ('jobAddress' in now ? { ...now, jobAddress, session } : latest));
    }, [token]),
  );
  useEffect(() => {
    // The form had the focus.
    if (state.status === 'decided' || state.status === 'refused') title.current?.focus();
  }, [state.status]);
  const decide = async (decision: Decision) => {
    const why = await sendDecision(token, { ...decision, name, key });
    setState((now) => {
      if (now.status !== 'asked') return now;
      const { jobAddress, session } = now;
      return why === null
        ? { status: 'decided', decision: decision.decision, jobAddress, session }
        : { status: 'refused', why, jobAddress, session };
    });
  };
  return (
    <SiteShell>
      <div className="wrap w-full pt-12 pb-20 lg:pt-16">
        <div className="max-w-[760px]">
          <h1
            className="mb-6 text-[30px] leading-[1.15] font-[680] tracking-[-0.02em] outline-none"
            ref={title}
            tabIndex={-1}
          >
            {titles[state.status]}
          </h1>
          <p className="text-[17px] text-muted empty:hidden" role="status">
            {state.status === 'decided' ? `${done[state.decision]} You can close this page.` : ''}
            {state.status === 'refused' && `${state.why} What you chose here doesn't count.`}
            {state.status === 'gone' &&
              'The text was decided, its time is over, or its job has ended. The person who sent you the link can see which.'}
          </p>
          {state.status === 'loading' && <Skeleton className="h-[280px]" />}
          {state.status === 'failed' && (
            <Failure
              message={state.message}
              onRetry={() => {
                title.current?.focus();
                void load();
              }}
            />
          )}
          {state.status === 'asked' && <Origin request={state.request} />}
          {'jobAddress' in state && <WayOn {...state} />}
          {state.status === 'asked' && (
            <div className="mt-6">
              <DecisionForm
                asked={state.request}
                fields={
                  <Field
                    hint="The account sees it with your decision, and keeps it in its audit trail."
                    label="Your name (optional)"
                  >
                    {(control) => (
                      <Input
                        {...control}
                        autoComplete="name"
                        maxLength={limits.approvalLink.name}
                        onChange={({ currentTarget }) => setName(currentTarget.value)}
                        value={name}
                      />
                    )}
                  </Field>
                }
                onDecide={decide}
              />
            </div>
          )}
        </div>
      </div>
    </SiteShell>
  );
}

/** From whom a request is, and how long its link works. */
function Origin({ request: { job, account, startedBy, startedAt, expiresAt } }: { request: LinkedRequest }) {
  return (
    <RecordFacts>
      <RecordFact name="Job">
        <bdi>{job}</bdi>
      </RecordFact>
      <RecordFact name="Account">
        <bdi>{account}</bdi>
      </RecordFact>
      {startedBy !== null && (
        <RecordFact name="Started by">
          <bdi>{startedBy}</bdi>
        </RecordFact>
      )}
      <RecordFact name="Started">
        <Moment at={startedAt} format={formatMoment} />
      </RecordFact>
      <RecordFact name="Link works until">
        <Moment at={expiresAt} format={formatMoment} />
      </RecordFact>
    </RecordFacts>
  );
}

/** Calls `reread` when another person has signed in or out since the page was opened. */
function useReread(reread: () => Promise<void>): void {
  const { loading, user } = useSession();
  const person = loading ? undefined : (user?.id ?? null);
  const known = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (person === undefined || person === known.current) return;
    const isFirst = known.current === undefined;
    known.current = person;
    if (!isFirst) void reread();
  }, [person, reread]);
}

/** The jobs that wait for a decision. */
const approvalsAddress = '/dashboard/workflows?status=waiting';

interface WayOnProps {
  status: LinkState['status'];
  jobAddress: string | null;
  session: string | null;
}

/**
 * Leads on to the job: at once, if the person has signed in for that. If they can't see it, it leads to their approvals
 * once there is nothing left to decide here. From a link that no longer works, it leads there by itself. The outcome of
 * one's own decision stays on screen.
 */
function WayOn({ status, jobAddress, session }: WayOnProps) {
  const { loading, user } = useSession();
  const { push } = useNavigation();
  const [isWanted, setIsWanted] = useState(false);
  useOpenedBy('job', () => setIsWanted(true));
  const open = useEffectEvent((address: string) => {
    if (address === approvalsAddress)
      leaveArrivalNote(
        "You can't see the job of that link, or it was deleted. These are your open approvals.",
      );
    push(address);
  });
  const address = jobAddress ?? (status === 'asked' ? null : approvalsAddress);
  const opensItself = jobAddress !== null || status === 'gone';
  // Another person who signs in later, as in another tab, hasn't asked for it.
  const wantedBy = useRef<string | null>(null);
  const person = user?.id ?? null;
  useEffect(() => {
    if (!isWanted || person === null) return;
    wantedBy.current ??= person;
    // Until the link has been read with the person's session, nothing is known of their job.
    if (opensItself && session === readToken() && address !== null && wantedBy.current === person)
      open(address);
  }, [isWanted, opensItself, session, address, person]);
  if (!loading && !user)
    return (
      <p className="mt-3 text-[14.5px]">
        <Link
          className="text-signal-ink underline underline-offset-3"
          href="/login"
          onClick={() => rememberReturnTo(linkAddressAfterSignIn())}
        >
          Sign in to see the job
        </Link>
      </p>
    );
  if (session === null || address === null) return null;
  return (
    <p className="mt-3 text-[14.5px]">
      <TextLink href={address}>{jobAddress === null ? 'See your open approvals' : 'Open the job'}</TextLink>
    </p>
  );
}
