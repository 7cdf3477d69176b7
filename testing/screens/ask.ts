import { brand } from '@/lib/config/brand';
import { realFetch } from './real-fetch';

/** Asks the API past the page, as the person signed in there or with another `token`; errors fail the test. */
export async function ask<T>(query: string, variables: object = {}, token?: string): Promise<T> {
  const response = await realFetch('/api/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token ?? localStorage.getItem(brand.sessionKey)}`,
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
