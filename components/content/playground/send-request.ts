import { limits } from '@/lib/config/limits';
import { dropEndedSession, sessionToken, verifyStored } from '@/lib/graphql-client/session-store';

/** What the server said. */
export interface Answer {
  /** Of HTTP. */
  status: number;
  /** The JSON, indented. */
  text: string;
  /** The codes of its GraphQL errors, in their order. */
  errors: string[];
  milliseconds: number;
  /** Of the JSON as it was sent. */
  bytes: number;
}

/**
 * Sends a document as a program would: no cache, nothing added to it. A session that turns out to have ended is
 * dropped, which leads to signing in.
 * @throws TypeError where the server cannot be reached, DOMException where it takes too long or `signal` aborts,
 *   SyntaxError where the answer is not JSON, Error where another session is stored by now
 */
export async function sendRequest(query: string, variables: object, signal: AbortSignal): Promise<Answer> {
  const token = sessionToken();
  assertStored(token);
  const start = performance.now();
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.patience)]),
  });
  const raw = await response.text();
  assertStored(token);
  const milliseconds = Math.round(performance.now() - start);
  const json: { errors?: { extensions?: { code?: string } }[] } = JSON.parse(raw);
  const errors = (json.errors ?? []).map(({ extensions }) => extensions?.code ?? 'no code');
  if (token && errors.includes('UNAUTHENTICATED')) dropEndedSession(token);
  return {
    status: response.status,
    text: JSON.stringify(json, null, 2),
    errors,
    milliseconds,
    bytes: new Blob([raw]).size,
  };
}

/** Nothing is sent or shown in the name of somebody who is no longer the one signed in. */
function assertStored(token: string | null): void {
  if (token && !verifyStored(token)) throw new Error('Another session is stored by now.');
}
