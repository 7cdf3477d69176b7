'use client';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { jobOfLinkPage, rememberReturnTo } from '@/components/auth/return-to';
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
import { brand } from '@/lib/config/brand';
import { limits } from '@/lib/config/limits';
import { formatMoment } from '@/lib/format/date';
import { readToken } from '@/lib/graphql-client/session-store';
import { fieldsOf } from '@/lib/rules/json';
import { type Asked, type Decision, DecisionForm } from './decision-form';

/** A request with its origin. Moments in epoch milliseconds. */
interface LinkedRequest extends Asked {
  /** The names of the job, its account, and the person who started it; null if that person has none. */
  job: string;
  account: string;
  startedBy: string | null;
  startedAt: string;
  expiresAt: string;
  /** The page of the job, if the person at the screen may see it. */
  jobAddress: string | null;
}

type State =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'gone' }
  | { status: 'asked'; request: LinkedRequest }
  | { status: 'decided'; words: string; jobAddress: string | null }
  /** The person's decision came too late. */
  | { status: 'refused'; why: string; jobAddress: string | null };

const titles: Record<State['status'], string> = {
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
  const [state, setState] = useState<State>({ status: 'loading' });
  const [name, setName] = useState('');
  // If a response is lost, the server knows the repeated decision by it.
  const [key] = useState(newKey);
  const title = useRef<HTMLHeadingElement>(null);
  const load = useCallback(async () => setState(await readRequest(token)), [token]);
  useEffect(() => void load(), [load]);
  useReread(
    useCallback(async () => {
      const latest = await readRequest(token);
      if (latest.status !== 'asked') return;
      const { jobAddress } = latest.request;
      // The typed text stays.
      setState((now) => (now.status === 'asked' ? { ...now, request: { ...now.request, jobAddress } } : now));
    }, [token]),
  );
  useEffect(() => {
    // The form had the focus.
    if (state.status === 'decided' || state.status === 'refused') title.current?.focus();
  }, [state.status]);
  const decide = async (decision: Decision, { jobAddress }: LinkedRequest) => {
    const why = await sendDecision(token, { ...decision, name, key });
    if (why === null) keepOwnDecision(token, decision.decision);
    setState(
      why === null
        ? { status: 'decided', words: done[decision.decision], jobAddress }
        : { status: 'refused', why, jobAddress },
    );
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
            {state.status === 'decided' ? `${state.words} You can close this page.` : ''}
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
          {(state.status === 'decided' || state.status === 'refused') && (
            <JobLink address={state.jobAddress} />
          )}
          {state.status === 'asked' && (
            <>
              <Origin request={state.request} />
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
                onDecide={(decision) => decide(decision, state.request)}
              />
            </>
          )}
        </div>
      </div>
    </SiteShell>
  );
}

/** From whom a request is, and how long its link works. */
function Origin({
  request: { job, account, startedBy, startedAt, expiresAt, jobAddress },
}: {
  request: LinkedRequest;
}) {
  return (
    <div className="mb-6">
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
      <JobOrSignIn address={jobAddress} />
    </div>
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

/** Leads on to the job: at once, if the person has signed in for that. */
function JobOrSignIn({ address }: { address: string | null }) {
  const { loading, user } = useSession();
  const { push } = useNavigation();
  const [isAsked, setIsAsked] = useState(false);
  useOpenedBy('job', () => setIsAsked(true));
  const open = useEffectEvent(push);
  // Another person who signs in later, as in another tab, hasn't asked for it.
  const askedBy = useRef<string | null>(null);
  const person = user?.id ?? null;
  useEffect(() => {
    if (!isAsked || person === null) return;
    askedBy.current ??= person;
    if (address !== null && askedBy.current === person) open(address);
  }, [isAsked, address, person]);
  if (loading || user) return <JobLink address={address} />;
  return (
    <p className="mt-3 text-[14.5px]">
      <Link
        className="text-signal-ink underline underline-offset-3"
        href="/login"
        onClick={() => rememberReturnTo(jobOfLinkPage())}
      >
        Sign in to see the job
      </Link>
    </p>
  );
}

function JobLink({ address }: { address: string | null }) {
  if (address === null) return null;
  return (
    <p className="mt-3 text-[14.5px]">
      <TextLink href={address}>Open the job</TextLink>
    </p>
  );
}

const lost = "The server didn't respond. Check your connection, and try again.";
const addressOf = (token: string) => `/api/approvals/${encodeURIComponent(token)}`;

async function readRequest(token: string): Promise<State> {
  try {
    const session = readToken();
    const response = await fetch(addressOf(token), {
      cache: 'no-store',
      // The link is enough to decide; a person who may see the job is led to it.
      headers: session === null ? {} : { authorization: `Bearer ${session}` },
      referrerPolicy: 'no-referrer',
    });
    if (response.status === 404) {
      const own = readOwnDecision(token);
      return own ? { status: 'decided', words: done[own], jobAddress: null } : { status: 'gone' };
    }
    const body: unknown = await response.json();
    if (!response.ok) return { status: 'failed', message: messageIn(body) };
    const { text, instructions, isJson, job, account, startedBy, startedAt, expiresAt, visibleJob } =
      fieldsOf(body);
    return {
      status: 'asked',
      request: {
        text: String(text),
        instructions: String(instructions ?? '') || null,
        isJson: isJson === true,
        job: String(job),
        account: String(account),
        startedBy: typeof startedBy === 'string' ? startedBy : null,
        startedAt: String(startedAt),
        expiresAt: String(expiresAt),
        jobAddress: addressOfJob(fieldsOf(visibleJob)),
      },
    };
  } catch {
    return { status: 'failed', message: lost };
  }
}

const addressOfJob = ({ id, isOwn }: Record<string, unknown>): string | null =>
  typeof id === 'string' ? `/dashboard/${isOwn === true ? '' : 'admin/'}workflows/${id}` : null;

/**
 * @returns why the decision doesn't count; null if it was recorded
 * @throws Error with a sentence for people if it may be sent again
 */
async function sendDecision(
  token: string,
  decision: Decision & { name: string; key: string },
): Promise<string | null> {
  const response = await fetch(addressOf(token), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
    referrerPolicy: 'no-referrer',
  }).catch(() => null);
  if (!response) throw new Error(lost);
  if (response.ok) return null;
  if (response.status === 404) return 'This link no longer works.';
  const message = messageIn(await response.json().catch(() => null));
  if (response.status === 409) return message;
  throw new Error(message);
}

/** `crypto.randomUUID` is missing from pages without HTTPS, as on an internal network. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-').padEnd(16, '0');

/** Its signature, which decides, isn't kept. */
const keyOfOwn = (token: string): string => `${brand.linkDecisionKey}.${token.split('-')[0]}`;

/** After a reload, the page still says that the person's own decision counted. */
function keepOwnDecision(token: string, decision: Decision['decision']): void {
  try {
    sessionStorage.setItem(keyOfOwn(token), decision);
  } catch {
    // Without storage, the page says so until it's left.
  }
}

function readOwnDecision(token: string): Decision['decision'] | null {
  try {
    const stored = sessionStorage.getItem(keyOfOwn(token));
    return stored !== null && Object.hasOwn(done, stored) ? (stored as Decision['decision']) : null;
  } catch {
    return null;
  }
}

/** The message of a refusal in the API's form. */
function messageIn(body: unknown): string {
  const { errors } = fieldsOf(body);
  const { message } = fieldsOf(Array.isArray(errors) ? errors[0] : null);
  return typeof message === 'string' ? message : 'Something failed on the server. Try again.';
}
