const realFetch = window.fetch.bind(window);

/** Asks the test's own server (`serve-api.ts`) for an account, a person or a session. */
export async function prepare<T>(what: 'account' | 'person' | 'session', input: object = {}): Promise<T> {
  const response = await realFetch(`/testing/${what}`, { method: 'POST', body: JSON.stringify(input) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
