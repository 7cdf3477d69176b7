import { parse } from 'graphql';
import { useEffect, useRef, useState } from 'react';
import { checkSession } from '@/lib/graphql-client/session-store';
import type { Draft } from './draft';
import { readVariables } from './read-variables';
import { type Answer, sendRequest } from './send-request';

/** The state of the last call; `answer` is the last one there was, if any. */
export type Reply =
  | { state: 'idle'; answer: null }
  | { state: 'running' | 'answered'; answer: Answer | null }
  | { state: 'failed'; answer: null; message: string };

const idle: Reply = { state: 'idle', answer: null };

/** Sends one call at a time; `run` answers what is wrong with the variables, '' where the call was sent. */
export function useRequest() {
  const [reply, setReply] = useState(idle);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (query: string, variables: object, call: AbortController) => {
    setReply((before) => ({ state: 'running', answer: before.answer }));
    const after = await sendRequest(query, variables, call.signal).then(
      (answer): Reply => ({ state: 'answered', answer }),
      (failure: unknown): Reply => ({ state: 'failed', answer: null, message: failureMessage(failure) }),
    );
    if (call.signal.aborted) return;
    current.current = null;
    setReply(after);
    // The mutation may have changed who is signed in, or ended the session.
    if (isMutation(query)) void checkSession();
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
  if (failure instanceof SyntaxError) return 'The server answered with something that is not JSON.';
  if (failure instanceof DOMException) return 'The server took too long to answer.';
  return 'The server could not be reached. Check your connection.';
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
