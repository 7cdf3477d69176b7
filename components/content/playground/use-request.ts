import { parse } from 'graphql';
import { useEffect, useRef, useState } from 'react';
import { limits } from '@/lib/config/limits';
import {
  checkSession,
  dropEndedSession,
  sessionToken,
  verifyStored,
} from '@/lib/graphql-client/session-store';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';

/** The state of the last request; `response` is the last response, if any. */
export type Reply =
  | { state: 'idle'; response: null }
  | { state: 'running' | 'answered'; response: PlaygroundResponse | null }
  | { state: 'failed'; response: null; message: string };

const idle: Reply = { state: 'idle', response: null };

/** Sends one request at a time; `run` returns what is wrong with the variables, or '' if the request was sent. */
export function useRequest() {
  const [reply, setReply] = useState(idle);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (query: string, variables: object, call: AbortController) => {
    setReply((before) => ({ state: 'running', response: before.response }));
    const mutates = isMutation(query);
    const timeout = AbortSignal.timeout(limits.patience);
    // The server may still run a mutation that nobody waits for: only its response says that it has ended.
    const signal = mutates ? timeout : AbortSignal.any([call.signal, timeout]);
    const after = await unlessLeaving(sendRequest(query, variables, signal)).then(
      (response): Reply => ({ state: 'answered', response }),
      (failure: unknown): Reply => ({ state: 'failed', response: null, message: failureMessage(failure) }),
    );
    // The mutation can have changed the user or ended the session.
    if (mutates) void checkSession();
    if (call.signal.aborted) return;
    current.current = null;
    setReply(after);
  };

  const run = ({ query, variables }: Draft): string => {
    if (current.current) return '';
    const read = readVariables(variables);
    if ('fault' in read) return read.fault;
    current.current = new AbortController();
    void send(query, read.value, current.current);
    return '';
  };

  const clear = () => {
    current.current?.abort();
    current.current = null;
    setReply(idle);
  };

  return { reply, run, clear };
}

function failureMessage(failure: unknown): string {
  if (failure instanceof SyntaxError) return "The server's response isn't JSON. Try again in a minute.";
  if (failure instanceof DOMException) return 'The server took too long to respond. Try again.';
  return "The server couldn't be reached. Check your connection.";
}

function isMutation(query: string): boolean {
  try {
    return parse(query).definitions.some(
      (each) => each.kind === 'OperationDefinition' && each.operation === 'mutation',
    );
  } catch {
    return false;
  }
}

type Variables = { value: object } | { fault: string };

/** Parses the variables; none if nothing is written. `fault` is a sentence for people. */
export function readVariables(text: string): Variables {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { fault: 'Variables must be a JSON object, such as {"limit": 5}.' };
  } catch (error) {
    return {
      fault: `The variables can't be read: ${error instanceof Error ? error.message : error}.`,
    };
  }
}

/** The server's response. */
interface PlaygroundResponse {
  /** The HTTP status. */
  status: number;
  /** The JSON, indented. */
  text: string;
  /** The codes of its GraphQL errors, in order. */
  errors: string[];
  milliseconds: number;
  /** The size of the JSON as it was sent. */
  bytes: number;
}

/**
 * Sends a document as a program would: without a cache, and with nothing added. A session that has ended is dropped, so
 * that the user can sign in again.
 * @throws TypeError if the server can't be reached; DOMException if `signal` aborts; SyntaxError
 *   if the response isn't JSON; Error if another session is stored by now
 */
async function sendRequest(
  query: string,
  variables: object,
  signal: AbortSignal,
): Promise<PlaygroundResponse> {
  const token = sessionToken();
  assertStored(token);
  const start = performance.now();
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
    signal,
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

/** Nothing is sent or shown for a user who is no longer signed in. */
function assertStored(token: string | null): void {
  if (token && !verifyStored(token)) throw new Error('Another session is stored by now.');
}

/** The request that is being written. */
export interface Draft {
  query: string;
  /** JSON, as written; can be empty or invalid. */
  variables: string;
}
