import type { ApiResponse } from '@/testing/test-server';

/** A session of a demo account's person. */
export interface Session {
  token: string;
  accountId: string;
}

/**
 * Sends one document to the API of this machine.
 *
 * @throws if no complete response arrived: the call may or may not have been made
 */
export async function callApi<Data>(
  port: number,
  query: string,
  { token, variables }: { token?: string; variables?: Record<string, unknown> } = {},
): Promise<ApiResponse<Data>> {
  const response = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The next server can't use a killed server's connections.
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(20_000),
  });
  const { data = null, errors = [] } = (await response.json()) as Partial<ApiResponse<Data>>;
  return { status: response.status, headers: response.headers, data, errors };
}

export async function signIn(port: number, email: string, password: string): Promise<Session> {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token user { account_id } }
  }`;
  const { data, errors } = await callApi<{ signIn: { token: string; user: { account_id: string } } }>(
    port,
    query,
    { variables: { email, password } },
  );
  if (!data) throw new Error(`${email} could not sign in: ${JSON.stringify(errors)}`);
  const { token, user } = data.signIn;
  return { token, accountId: user.account_id };
}
