import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';

const endSessionMutation = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Ends one of the person's sessions. @throws Error with a sentence for people */
export async function endOneSession(client: Client, id: string): Promise<void> {
  await sendMutation(client, endSessionMutation, { id }, 'The session could not be ended. Please try again.');
}

/** Ends all of the person's sessions but this one. @returns how many. @throws Error with a sentence for people */
export async function endAllOtherSessions(client: Client): Promise<number> {
  const fallback = 'The other sessions could not be ended. Please try again.';
  return (await sendMutation(client, endOtherSessionsMutation, {}, fallback)).endOtherSessions;
}
