import { realFetch } from './real-fetch';

/** Asks the test's own server (`serve-api.ts`) for an account, its invoices, a person, a session or users. */
export async function prepare<T>(
  what: 'account' | 'invoices' | 'person' | 'session' | 'users',
  input: object = {},
): Promise<T> {
  const response = await realFetch(`/testing/${what}`, { method: 'POST', body: JSON.stringify(input) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
