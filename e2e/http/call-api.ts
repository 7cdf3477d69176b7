import { expect } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { demoPassword } from '@/lib/config/demo';

/** Posts JSON to the site. */
export const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetchSite(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A new session's raw bearer token, from the API itself. */
export async function requestToken(email: string): Promise<string> {
  const response = await postJson('/api/graphql', {
    query:
      'mutation SignIn($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
    variables: { email, password: demoPassword },
  });
  const { data, errors } = await response.json();
  expect(errors, `${email} can sign in`).toBeUndefined();
  return data.signIn.token;
}
