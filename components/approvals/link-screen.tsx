'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SiteShell } from '@/components/layout/site-shell';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { fieldsOf } from '@/lib/rules/json';
import { type Asked, type Decision, DecisionForm } from './decision-form';

type State =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'gone' }
  | { status: 'asked'; asked: Asked }
  | { status: 'decided'; words: string };

const done: Record<Decision['decision'], string> = {
  APPROVE: 'You approved the text.',
  EDIT: 'You approved your edited text.',
  REFUSE: 'You refused the text.',
};

/** The page of a signed link, which needs no sign-in. */
export function LinkScreen({ token }: { token: string }) {
  const [state, setState] = useState<State>({ status: 'loading' });
  const title = useRef<HTMLHeadingElement>(null);
  const load = useCallback(async () => setState(await readRequest(token)), [token]);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // The form had the focus.
    if (state.status === 'decided') title.current?.focus();
  }, [state.status]);
  const decide = async (decision: Decision) => {
    await sendDecision(token, decision);
    setState({ status: 'decided', words: done[decision.decision] });
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
            {state.status === 'decided' ? 'Thanks. Your decision was recorded.' : 'Your approval is needed'}
          </h1>
          <p className="text-[17px] text-muted empty:hidden" role="status">
            {state.status === 'decided' ? `${state.words} You can close this page.` : ''}
            {state.status === 'gone' &&
              'This link no longer works. The text was decided, its time is over, or its job has ended.'}
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
          {state.status === 'asked' && <DecisionForm asked={state.asked} onDecide={decide} />}
        </div>
      </div>
    </SiteShell>
  );
}

const lost = "The server didn't respond. Check your connection, and try again.";
const addressOf = (token: string) => `/api/approvals/${encodeURIComponent(token)}`;

async function readRequest(token: string): Promise<State> {
  try {
    const response = await fetch(addressOf(token), { cache: 'no-store', referrerPolicy: 'no-referrer' });
    if (response.status === 404) return { status: 'gone' };
    const body: unknown = await response.json();
    if (!response.ok) return { status: 'failed', message: messageIn(body) };
    const { text, instructions, isJson, expiresAt } = fieldsOf(body);
    return {
      status: 'asked',
      asked: {
        text: String(text),
        instructions: String(instructions ?? '') || null,
        isJson: isJson === true,
        expiresAt: String(expiresAt),
      },
    };
  } catch {
    return { status: 'failed', message: lost };
  }
}

/** @throws Error with a sentence for people */
async function sendDecision(token: string, decision: Decision): Promise<void> {
  const response = await fetch(addressOf(token), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
    referrerPolicy: 'no-referrer',
  }).catch(() => null);
  if (!response) throw new Error(lost);
  if (response.ok) return;
  if (response.status === 404) throw new Error('This link no longer works.');
  throw new Error(messageIn(await response.json().catch(() => null)));
}

/** The message of a refusal in the API's form. */
function messageIn(body: unknown): string {
  const { errors } = fieldsOf(body);
  const { message } = fieldsOf(Array.isArray(errors) ? errors[0] : null);
  return typeof message === 'string' ? message : 'Something failed on the server. Try again.';
}
