import { demoPassword } from '@/lib/config/demo';
import type { ApiResponse } from '@/testing/test-server';
import { callApi, signIn } from './api-client';
import type { Findings } from './findings';

const email = 'admin@initech.test';
const write =
  'mutation ($id: ID!, $text: String!) { updateAccount(id: $id, updates: { settings: { text: $text } }) { id } }';
/** Too large for the space that SQLite has already reserved on a full disk. */
const padding = 'x'.repeat(15_000);
const refusal = /^The database can't be written right now\. This change wasn't made; try again in a minute\./;

/** Whether a response says all that it must about a database that fails. */
function isRefusal({ status, headers, data, errors: [error] }: ApiResponse<unknown>): boolean {
  return (
    status === 503 &&
    data === null &&
    error !== undefined &&
    error.extensions.code === 'INTERNAL' &&
    error.extensions.requestId === headers.get('x-request-id') &&
    Number(headers.get('retry-after')) > 0 &&
    refusal.test(error.message)
  );
}

/** A signed-in caller that checks what a server does while its database fails, and after. */
interface ProbingClient {
  /** Sends `count` writes at once. */
  expectRefusals(failure: string, count: number): Promise<void>;
  /** @param failure the former one */
  expectWrites(failure: string): Promise<void>;
}

/** @param env of the server */
export async function probingClient(
  { PORT }: Record<string, string>,
  found: Findings,
): Promise<ProbingClient> {
  const port = Number(PORT);
  const { token, accountId: id } = await signIn(port, email, demoPassword);
  let written = '';
  let number = 0;

  const read = async () => {
    const { status, data } = await callApi<{ getAccount: { settings: { text?: string } } }>(
      port,
      'query ($id: ID!) { getAccount(id: $id) { settings } }',
      { token, variables: { id } },
    );
    return { status, text: data?.getAccount.settings.text ?? '' };
  };
  const send = async () => {
    number += 1;
    const text = `${number} ${padding}`;
    const response = await callApi(port, write, { token, variables: { id, text } });
    if (response.data) written = text;
    return response;
  };
  return {
    async expectRefusals(failure, count) {
      const responses = await Promise.all(Array.from({ length: count }, send));
      found.expect(
        `${failure}: every write answers 503 with its reason`,
        responses.every(isRefusal),
        responses,
      );
      const { status, text } = await read();
      found.expect(
        `${failure}: reads go on, and see no half write`,
        status === 200 && text === written,
        status,
      );
      const live = await fetch(`http://127.0.0.1:${port}/api/health`);
      found.expect(`${failure}: the server is alive`, live.status === 200, live.status);
    },
    async expectWrites(failure) {
      const { status, errors } = await send();
      const { text } = await read();
      found.expect(`${failure}: over, the server writes again`, status === 200 && text === written, errors);
    },
  };
}
