// @ts-check
import { demoPassword } from '@/lib/config/demo';

/** @typedef {import('./measure-load').Target} Target */

/**
 * @param {string} url of the endpoint
 * @param {{ query: string, variables?: Record<string, unknown>, token?: string }} call
 * @returns {Target}
 */
export const graphqlRequest = (url, { token, ...body }) => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});

/**
 * Signs in on a seeded server.
 *
 * @param {string} url of the endpoint @param {string} email of a demo user
 * @returns {Promise<{ token: string, user: { id: string } }>}
 */
export async function signIn(url, email) {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token user { id } }
  }`;
  const request = graphqlRequest(url, { query, variables: { email, password: demoPassword } });
  const { data, errors } = await (await fetch(url, request)).json();
  if (!data) throw new Error(`${email} could not sign in: ${JSON.stringify(errors)}`);
  return data.signIn;
}
