import { useEffect, useEffectEvent, useState } from 'react';
import { inputFaults, messageOf, waitSentence } from '@/lib/graphql-client/client-errors';
import type { WorkflowFault } from './parse-workflow';

/** The server's reply about an input: its plan or its faults; or that there was no reply. */
type Reply<Plan> =
  | { status: 'planned'; plan: Plan }
  | { status: 'faulty'; faults: WorkflowFault[] }
  | { status: 'failed'; message: string; wait: string | null };

/** How long a pause in typing is, in milliseconds, before the server is asked. */
const pause = 400;

interface LivePlanOptions<Plan> {
  /** The input as JSON; null if it can't be sent yet. */
  input: string | null;
  /** Why it can't be sent. */
  faults: readonly WorkflowFault[] | null;
  /** Asks the server; the same function on every render. @throws Error for people, whose cause may have faults */
  ask: (input: string, signal: AbortSignal) => Promise<Plan>;
}

/**
 * The plan of something that is being written; a change calls the earlier request off. A failed request is sent again
 * once the browser is back online.
 * @returns `checking` while it doesn't belong to the input yet; `plan` is the last one, which may be of an earlier input
 */
export function useLivePlan<Plan>({ input, faults, ask }: LivePlanOptions<Plan>) {
  const [reply, setReply] = useState<{ input: string; attempt: number; reply: Reply<Plan> } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [plan, setPlan] = useState<Plan | null>(null);

  useEffect(() => {
    if (input === null) return;
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(async () => {
      const latest = await replyTo(ask(input, signal));
      if (signal.aborted) return;
      setReply({ input, attempt, reply: latest });
      if (latest.status === 'planned') setPlan(latest.plan);
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [input, attempt, ask]);

  const current = reply !== null && reply.input === input && reply.attempt === attempt ? reply.reply : null;
  const failed = current?.status === 'failed';
  const retry = () => setAttempt((before) => before + 1);
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!failed) return;
    const onOnline = () => retryOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [failed]);

  return {
    /** The last plan; null if there was none. */
    plan,
    /** Whether `plan` is the input's. */
    isPlanned: current?.status === 'planned',
    checking: input !== null && current === null,
    faults: faults ?? (current?.status === 'faulty' ? current.faults : []),
    failure: current?.status === 'failed' ? current : null,
    retry,
  };
}

/** The state of a plan, as `useLivePlan` returns it. */
export type LivePlan<Plan> = ReturnType<typeof useLivePlan<Plan>>;

async function replyTo<Plan>(asked: Promise<Plan>): Promise<Reply<Plan>> {
  try {
    return { status: 'planned', plan: await asked };
  } catch (error) {
    const { cause } = error as Error;
    const found = inputFaults(cause);
    if (found.length > 0) return { status: 'faulty', faults: found };
    return { status: 'failed', message: messageOf(error), wait: waitSentence(cause) };
  }
}
