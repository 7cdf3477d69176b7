// @ts-check
import { demoPassword } from '@/lib/config/demo';
import { callApi, signIn } from './api-client';

const email = 'admin@initech.test';
const write =
  'mutation ($id: ID!, $text: String!) { updateAccount(id: $id, updates: { settings: { text: $text } }) { id } }';
/** Large enough that what room SQLite has already taken on a full disk does not hold it. */
const padding = 'x'.repeat(15_000);
const refusal =
  /^The database cannot be written right now\. This change was not made; try again in a minute\./;

/** @param {import('./api-client').Answer} answer whether it says what it must about a database that fails */
function isRefusal({ status, headers, data, errors: [error] }) {
  return (
    status === 503 &&
    data === null &&
    error.extensions.code === 'INTERNAL' &&
    error.extensions.requestId === headers.get('x-request-id') &&
    Number(headers.get('retry-after')) > 0 &&
    refusal.test(error.message)
  );
}

/**
 * A signed-in caller who tries what a server does while its database fails, and after.
 *
 * @param {Record<string, string>} env of the server
 * @param {ReturnType<typeof import('./findings').findings>} found
 */
export async function probingClient({ PORT }, found, { signedIn = true } = {}) {
  const port = Number(PORT);
  let token = '';
  let id = '';
  let written = '';
  let number = 0;

  const read = async () => {
    const { status, data } = await callApi(port, 'query ($id: ID!) { getAccount(id: $id) { settings } }', {
      token,
      variables: { id },
    });
    return { status, text: data?.getAccount.settings.text ?? '' };
  };
  const send = async () => {
    number += 1;
    const text = `${number} ${padding}`;
    const answer = await callApi(port, write, { token, variables: { id, text } });
    if (answer.data) written = text;
    return answer;
  };
  const client = {
    async signIn() {
      token = await signIn(port, email, demoPassword);
      const { data } = await callApi(port, '{ me { account_id } }', { token });
      id = data?.me.account_id;
    },
    /** @param {string} failure @param {number} count of writes at once */
    async expectRefusals(failure, count) {
      const answers = await Promise.all(Array.from({ length: count }, send));
      found.expect(`${failure}: every write answers 503 with its reason`, answers.every(isRefusal), answers);
      const { status, text } = await read();
      found.expect(
        `${failure}: reads go on, and see no half write`,
        status === 200 && text === written,
        status,
      );
      const live = await fetch(`http://127.0.0.1:${port}/api/health`);
      found.expect(`${failure}: the server is alive`, live.status === 200, live.status);
    },
    /** @param {string} failure */
    async expectRefusedSignIn(failure) {
      const query = `mutation { signIn(email: "${email}", password: "${demoPassword}") { token } }`;
      const answer = await callApi(port, query);
      found.expect(`${failure}: signing in answers 503 with its reason`, isRefusal(answer), answer);
    },
    /** @param {string} failure the former one */
    async expectWrites(failure) {
      const { status, errors } = await send();
      const { text } = await read();
      found.expect(`${failure}: over, the server writes again`, status === 200 && text === written, errors);
    },
  };
  if (signedIn) await client.signIn();
  return client;
}
