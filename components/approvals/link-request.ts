import { brand } from '@/lib/config/brand';
import { readToken } from '@/lib/graphql-client/session-store';
import { fieldsOf } from '@/lib/rules/json';
import type { Asked, Decision } from './decision-form';

/** A request with its origin. Moments in epoch milliseconds. */
export interface LinkedRequest extends Asked {
  /** The names of the job, its account, and the person who started it; null if that person has none. */
  job: string;
  account: string;
  startedBy: string | null;
  startedAt: string;
  expiresAt: string;
}

/** The way on from a link. */
interface Lead {
  /** The page of the job, if the person at the screen may see it. */
  jobAddress: string | null;
  /** The token of the session that it was read with; null if it was read without one. */
  session: string | null;
}

/** The content of a signed link's page. */
export type LinkState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | ({ status: 'gone' } & Lead)
  | ({ status: 'asked'; request: LinkedRequest } & Lead)
  | ({ status: 'decided'; decision: Decision['decision'] } & Lead)
  /** The person's decision came too late. */
  | ({ status: 'refused'; why: string } & Lead);

const lost = "The server didn't respond. Check your connection, and try again.";
const addressOf = (token: string) => `/api/approvals/${encodeURIComponent(token)}`;

export async function readRequest(token: string): Promise<LinkState> {
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
      const jobAddress = addressOfJob(fieldsOf(fieldsOf(await response.json()).visibleJob));
      return own
        ? { status: 'decided', decision: own, jobAddress, session }
        : { status: 'gone', jobAddress, session };
    }
    const body: unknown = await response.json();
    if (!response.ok) return { status: 'failed', message: messageIn(body) };
    const { text, instructions, isJson, job, account, startedBy, startedAt, expiresAt, visibleJob } =
      fieldsOf(body);
    return {
      ...{ status: 'asked', session, jobAddress: addressOfJob(fieldsOf(visibleJob)) },
      request: {
        text: String(text),
        instructions: String(instructions ?? '') || null,
        isJson: isJson === true,
        job: String(job),
        account: String(account),
        startedBy: typeof startedBy === 'string' ? startedBy : null,
        startedAt: String(startedAt),
        expiresAt: String(expiresAt),
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
export async function sendDecision(
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
  if (response.ok) {
    keepOwnDecision(token, decision.decision);
    return null;
  }
  if (response.status === 404) return 'This link no longer works.';
  const message = messageIn(await response.json().catch(() => null));
  if (response.status === 409) return message;
  throw new Error(message);
}

const isDecision = (text: string): text is Decision['decision'] => /^(?:APPROVE|EDIT|REFUSE)$/.test(text);

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
    return stored !== null && isDecision(stored) ? stored : null;
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
