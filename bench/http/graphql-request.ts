import { demoPassword } from '@/lib/config/demo';
import type { Target } from './measure-load';

interface GraphqlCall {
  query: string;
  variables?: Record<string, unknown>;
  token?: string;
}

/** The request of a GraphQL call to the endpoint's URL. */
export const graphqlRequest = (url: string, { token, ...body }: GraphqlCall) =>
  ({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  }) satisfies Target;

interface SignIn {
  email: string;
  /** That of the demo users, unless given. */
  password?: string;
  headers?: Record<string, string>;
}

/**
 * Signs in at the endpoint's URL.
 *
 * @throws Error if the sign-in fails
 */
export async function signIn(
  url: string,
  { email, password = demoPassword, headers }: SignIn,
): Promise<{ token: string; user: { id: string } }> {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token user { id } }
  }`;
  const request = graphqlRequest(url, { query, variables: { email, password } });
  const response = await fetch(url, { ...request, headers: { ...request.headers, ...headers } });
  const { data, errors } = await response.json();
  if (!data) throw new Error(`${email} could not sign in: ${JSON.stringify(errors)}`);
  return data.signIn;
}
