'use client';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { ResponseLost } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';

const secretFragment = graphql(`
  fragment Secret on WebhookSecret @_unmask {
    hint
    createdAt
    previousExpiresAt
  }
`);

export type WebhookSecret = ResultOf<typeof secretFragment>;

const webhooksQuery = graphql(
  `
    query Webhooks($accountId: ID!) {
      getWebhookSecret(accountId: $accountId) {
        ...Secret
      }
      listWebhookEndpoints(accountId: $accountId) {
        url
        delivered
        failed
        successRate
        lastDeliveryAt
        lastFailure {
          at
          code
          message
          status
        }
      }
      getTestReceiver(accountId: $accountId) {
        url
      }
    }
  `,
  [secretFragment],
);

export type Webhooks = ResultOf<typeof webhooksQuery>;
export type WebhookEndpoint = Webhooks['listWebhookEndpoints'][number];

const messagesQuery = graphql(`
  query TestMessages($accountId: ID!) {
    listTestMessages(accountId: $accountId) {
      id
      receivedAt
      headers {
        name
        value
      }
      body
      problem
    }
  }
`);

export type TestMessage = ResultOf<typeof messagesQuery>['listTestMessages'][number];

const rotateMutation = graphql(
  `
    mutation RotateWebhookSecret($accountId: ID!) {
      rotateWebhookSecret(accountId: $accountId) {
        rawSecret
        secret {
          ...Secret
        }
      }
    }
  `,
  [secretFragment],
);

const sendTestMutation = graphql(`
  mutation SendTestWebhook($accountId: ID!, $url: String) {
    sendTestWebhook(accountId: $accountId, url: $url) {
      url
      headers {
        name
        value
      }
      body
      signedText
      status
      milliseconds
      response
      code
      message
      docs
    }
  }
`);

export type TestWebhook = ResultOf<typeof sendTestMutation>['sendTestWebhook'];

/** The account's webhooks: its secret, where callbacks went, and its test receiver. */
export function useWebhooks(accountId: string): Loaded<Webhooks> {
  const client = useClient();
  const read = useCallback(() => queryFresh(client, webhooksQuery, { accountId }), [client, accountId]);
  return useLoaded(read, "The webhooks couldn't be loaded.");
}

/** The last messages of the account's test receiver, the newest first. */
export function useTestMessages(accountId: string): Loaded<TestMessage[]> {
  const client = useClient();
  const read = useCallback(() => readTestMessages(client, accountId), [client, accountId]);
  return useLoaded(read, "The messages of the test receiver couldn't be loaded.");
}

export async function readTestMessages(client: Client, accountId: string): Promise<TestMessage[]> {
  return (await queryFresh(client, messagesQuery, { accountId })).listTestMessages;
}

/** @throws Error with a sentence for people */
export async function rotateSecret(client: Client, accountId: string) {
  try {
    const sent = await sendMutation(client, rotateMutation, { accountId }, lostRotation);
    return sent.rotateWebhookSecret;
  } catch (error) {
    throw error instanceof ResponseLost ? new ResponseLost(lostRotation) : error;
  }
}

const lostRotation =
  'The response was lost, so the secret may have changed. Reload the page, and check when it was made before you try again.';

/**
 * Sends a test message and waits for its response.
 * @param url undefined: to the account's own test receiver
 * @throws Error with a sentence for people
 */
export async function sendTest(
  client: Client,
  accountId: string,
  url: string | undefined,
): Promise<TestWebhook> {
  const variables = { accountId, url: url ?? null };
  return (await sendMutation(client, sendTestMutation, variables, "The test couldn't be sent. Try again."))
    .sendTestWebhook;
}
