import type { ApiResponse } from '@/testing/test-server';

/** A session of a demo account's person. */
export interface Session {
  token: string;
  accountId: string;
}

/**
 * Sends one document to the API of this machine.
 *
 * @param file the variable `file`, sent in a form
 * @throws if no complete response arrived: the call may or may not have been made
 */
export async function callApi<Data>(
  port: number,
  query: string,
  { token, variables, file }: { token?: string; variables?: Record<string, unknown>; file?: File } = {},
): Promise<ApiResponse<Data>> {
  const response = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: {
      ...(file ? { 'graphql-require-preflight': '1' } : { 'content-type': 'application/json' }),
      // The next server can't use a killed server's connections.
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: file
      ? formOf(JSON.stringify({ query, variables: { ...variables, file: null } }), file)
      : JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(20_000),
  });
  const { data = null, errors = [] } = (await response.json()) as Partial<ApiResponse<Data>>;
  return { status: response.status, headers: response.headers, data, errors };
}

function formOf(operations: string, file: File): FormData {
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', file);
  return form;
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
