import { limits } from '@/lib/config/limits';
import { dropSession } from '@/lib/graphql-client/session-store';
import { readToken } from '@/lib/graphql-client/session-token';

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

/** As long as the screens wait for an answer. */

/**
 * Sends a document as a program would: no cache, nothing added to it. A session that turns out to have ended is
 * dropped, which leads to signing in.
 * @throws TypeError where the server cannot be reached, DOMException where it takes too long or `signal` aborts,
 *   SyntaxError where the answer is not JSON
 */
export async function sendRequest(query: string, variables: object, signal: AbortSignal): Promise<Answer> {
  const token = readToken();
  const start = performance.now();
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.patience)]),
  });
  const raw = await response.text();
  const milliseconds = Math.round(performance.now() - start);
  const json: { errors?: { extensions?: { code?: string } }[] } = JSON.parse(raw);
  const errors = (json.errors ?? []).map(({ extensions }) => extensions?.code ?? 'no code');
  if (token && errors.includes('UNAUTHENTICATED')) dropSession(token);
  return {
    status: response.status,
    text: JSON.stringify(json, null, 2),
    errors,
    milliseconds,
    bytes: new Blob([raw]).size,
  };
}
