import type { Page } from '@playwright/test';
import { expect, storedToken } from './fixtures';

/** Asks the API past the page itself, as the person signed in there or with another `token`; errors fail the test. */
export async function ask<T>(page: Page, query: string, variables: object = {}, token?: string): Promise<T> {
  const response = await page.request.post('/api/graphql', {
    headers: { authorization: `Bearer ${token ?? (await storedToken(page))}` },
    data: { query, variables },
  });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data;
}
